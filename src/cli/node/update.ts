import {
  type ListChoice,
  type ListFlags,
  listOptions,
  metadataSetProperty,
  readListFlags,
  withKeysOfLists,
} from '../mds/values-of-lists.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { propertiesOf, repository } from '../node-arguments/node.ts';
import { collect, readProperties } from '../node-arguments/properties.ts';
import { nodeRecord } from '../node-arguments/views.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface UpdateFlags extends ListFlags {
  readonly property?: readonly string[];
  readonly unset?: readonly string[];
  readonly versionComment?: string;
}

interface UpdateOptions {
  readonly address: NodeAddress;
  readonly properties: ReturnType<typeof readProperties>;
  /** Undefined: no new version is made. */
  readonly versionComment: string | undefined;
  readonly lists: ListChoice;
}

/** `node update` */
export const nodeUpdate = defineCommand<UpdateFlags, UpdateOptions>({
  examples: [
    {
      line: "edu-repo node update /Plan.md -p 'cclom:title=Der Plan' -p cm:name=Plan-2026.md",
      does: 'sets the title, and gives it another name',
    },
    {
      line: 'edu-repo node update /Plan.md -p ccm:taxonid=Mathematik',
      does: 'sets the subject: of a list of values, the caption or the key',
    },
    {
      line: "edu-repo node update /Plan.md -p cclom:general_keyword=Plan --version-comment 'Schlagwort'",
      does: 'the same, as a new version',
    },
  ],
  configure: (command) =>
    listOptions(command)
      .argument('<address>', 'a node')
      .option('-p, --property <name=value>', 'a property; repeat it for several, or for several values', collect)
      .option('--unset <name>', 'take a property away; repeat it for several', collect)
      .option('--version-comment <text>', 'make a new version, and say this beside it'),
  readOptions: ([address = ''], flags) => {
    const properties = readProperties(flags.property ?? [], flags.unset);
    if (Object.keys(properties).length === 0 && flags.versionComment === undefined) {
      throw usageFailure(
        'Nothing to change was given.',
        'Neither --property nor --unset stands on the command line.',
        'Try: edu-repo help node update',
      );
    }
    const { versionComment } = flags;
    return { address: parseNodeAddress(address), properties, versionComment, lists: readListFlags(flags) };
  },
  run: async ({ address, properties: requested, versionComment, lists }, context) => {
    const { client } = await context.connect();
    const found = await findNode(client, address);
    const node = found.ref.id;
    const setOfNode = new Map(propertiesOf(found)).get(metadataSetProperty)?.[0];
    const properties = await withKeysOfLists(requested, lists, setOfNode, context);
    if (context.globals.dryRun) {
      context.output.note(`Would change ${Object.keys(properties).join(', ')} of ${node}.`);
      return exitCodes.ok;
    }
    const entry =
      versionComment === undefined
        ? await client.updateMetadata({ repository, node, body: properties })
        : await client.createMetadataVersion({ repository, node, versionComment, body: properties });
    await (await context.printer()).record(entry, nodeRecord);
    return exitCodes.ok;
  },
});

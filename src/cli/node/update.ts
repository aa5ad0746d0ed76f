import {
  type ListChoice,
  type ListFlags,
  listOptions,
  metadataSetProperty,
  readListFlags,
  withKeysOfLists,
} from '../mds/values-of-lists.ts';
import { changeProperties } from '../metadata/change-metadata.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { propertiesOf } from '../node-arguments/node.ts';
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
  /** The comment on the new version; undefined to change the node without one. */
  readonly versionComment: string | undefined;
  readonly lists: ListChoice;
}

export const nodeUpdate = defineCommand<UpdateFlags, UpdateOptions>({
  examples: [
    {
      line: "edu-repo node update /Plan.md -p 'cclom:title=Der Plan' -p cm:name=Plan-2026.md",
      does: 'set the title and rename the file',
    },
    {
      line: 'edu-repo node update /Plan.md -p ccm:taxonid=Mathematik',
      does: 'set the subject by its caption or key',
    },
    {
      line: "edu-repo node update /Plan.md -p cclom:general_keyword=Plan --version-comment 'Schlagwort'",
      does: 'set the keyword, and create a version with a comment',
    },
  ],
  configure: (command) =>
    listOptions(command)
      .argument('<address>', 'a node')
      .option(
        '-p, --property <name=value>',
        'set a property; repeatable, and a repeated name gets several values',
        collect,
      )
      .option('--unset <name>', 'remove a property; repeatable', collect)
      .option('--version-comment <text>', 'create a new version with this comment'),
  readOptions: ([address = ''], flags) => {
    const properties = readProperties(flags.property ?? [], flags.unset);
    if (Object.keys(properties).length === 0 && flags.versionComment === undefined) {
      throw usageFailure(
        'There is nothing to change.',
        'node update needs --property, --unset or --version-comment.',
        'For help: edu-repo help node update',
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
    const entry = await changeProperties(client, node, properties, versionComment);
    await (await context.printer()).record(entry, nodeRecord);
    return exitCodes.ok;
  },
});

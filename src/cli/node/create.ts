import {
  type ListChoice,
  type ListFlags,
  listOptions,
  readListFlags,
  withKeysOfLists,
} from '../mds/values-of-lists.ts';
import { childAddress, type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { printChangedNode } from '../node-arguments/print-nodes.ts';
import { collect, readProperties } from '../node-arguments/properties.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface CreateFlags extends ListFlags {
  readonly type: string;
  readonly property?: readonly string[];
  readonly aspect?: readonly string[];
  readonly renameIfExists?: boolean;
}

interface CreateOptions {
  readonly parent: NodeAddress;
  readonly type: string;
  readonly properties: ReturnType<typeof readProperties>;
  readonly aspects: string[];
  readonly renameIfExists: boolean;
  readonly lists: ListChoice;
}

/** The words that people use for the usual types. */
const typeWords: ReadonlyMap<string, string> = new Map([
  ['file', 'ccm:io'],
  ['folder', 'ccm:map'],
]);

export const nodeCreate = defineCommand<CreateFlags, CreateOptions>({
  examples: [
    { line: "edu-repo node create /Mathe 'Klasse 8' --type ccm:map", does: 'create a folder' },
    {
      line: "edu-repo node create '~' Plan.md --property 'cclom:title=Mein Plan'",
      does: 'create a file without content; upload the content later with edu-repo node upload',
    },
  ],
  configure: (command) =>
    listOptions(command)
      .argument('<parent>', 'parent folder; with --aspect ccm:io_childobject, a file')
      .argument('<name>', 'name of the node, stored exactly as written')
      .option(
        '--type <type>',
        'node type: ccm:io (or file), ccm:map (or folder), or another type of the content model',
        'ccm:io',
      )
      .option(
        '-p, --property <name=value>',
        'set a property; repeatable, and a repeated name gets several values',
        collect,
      )
      .option('--aspect <aspect>', 'add an aspect; repeatable', collect)
      .option('--rename-if-exists', 'use another name if this one is taken'),
  readOptions: ([parent = '', name = ''], flags) => ({
    parent: parseNodeAddress(parent),
    type: typeWords.get(flags.type) ?? flags.type,
    properties: { ...readProperties(flags.property ?? []), 'cm:name': [name] },
    aspects: [...(flags.aspect ?? [])],
    renameIfExists: flags.renameIfExists === true,
    lists: readListFlags(flags),
  }),
  nodes: ({ parent }) => [parent],
  run: async ({ parent, type, properties, aspects, renameIfExists, lists }, context) => {
    requireNodeName(properties['cm:name']?.[0] ?? '');
    const { client } = await context.connect();
    const folder = await findNode(client, parent);
    const body = await withKeysOfLists(properties, lists, undefined, context);
    const node = folder.ref.id;
    const entry = await client.createNode({ repository, node, type, aspects, renameIfExists, body });
    const created = context.globals.dryRun ? (properties['cm:name']?.[0] ?? '') : entry.node.name;
    reportChange(context, 'create', writeNodeAddress(childAddress(parent, node, created)));
    if (!context.globals.dryRun) await printChangedNode(entry, context);
    return exitCodes.ok;
  },
});

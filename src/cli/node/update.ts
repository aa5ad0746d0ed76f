import {
  type ListChoice,
  type ListFlags,
  listOptions,
  metadataSetProperty,
  readListFlags,
  withKeysOfLists,
} from '../mds/values-of-lists.ts';
import { changeProperties } from '../metadata/change-metadata.ts';
import { type NodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { addressesIn, readAddresses } from '../node-arguments/addresses-from-stdin.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import { type AddressedNode, oneByOne } from '../node-arguments/one-by-one.ts';
import { printChanged, printChangedNode } from '../node-arguments/print-nodes.ts';
import { collect, type PropertyFlags, readProperties } from '../node-arguments/properties.ts';
import { requireNodeName } from '../node-arguments/require-node-name.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface UpdateFlags extends ListFlags {
  readonly property?: readonly string[];
  readonly unset?: readonly string[];
  readonly versionComment?: string;
}

interface UpdateOptions {
  /** Addresses; `-` for those on stdin. */
  readonly words: readonly string[];
  readonly properties: PropertyFlags;
  /** The comment on the new version; undefined to change the node without one. */
  readonly versionComment: string | undefined;
  readonly lists: ListChoice;
}

/** A node with the properties to set, with keys instead of captions. */
interface Update extends AddressedNode {
  readonly properties: PropertyFlags;
}

/** Finds all nodes and checks the values for each before the first is changed. */
async function plannedUpdates(
  addresses: readonly NodeAddress[],
  { properties, lists }: UpdateOptions,
  context: Context,
): Promise<Update[]> {
  const { client } = await context.connect();
  // The values are the same for all nodes with the same metadata set.
  const withKeys = new Map<string | undefined, PropertyFlags>();
  const updates: Update[] = [];
  for (const address of addresses) {
    const node = await findNode(client, address);
    const set = new Map(propertiesOf(node)).get(metadataSetProperty)?.[0];
    const checked = withKeys.get(set) ?? (await withKeysOfLists(properties, lists, set, context));
    const name = checked['cm:name']?.[0];
    if (name !== undefined) requireNodeName(name);
    withKeys.set(set, checked);
    updates.push({ address, node, properties: checked });
  }
  return updates;
}

function reportUpdate(address: NodeAddress, properties: PropertyFlags, context: Context): void {
  const [names, written] = [Object.keys(properties).join(', '), writeNodeAddress(address)];
  if (names === '') reportChange(context, 'create', `a version of ${written}`);
  else reportChange(context, 'change', `${names} of ${written}`);
}

async function updateNodes(options: UpdateOptions, context: Context): Promise<ExitCode> {
  const addresses = await readAddresses(options.words, context);
  const { client } = await context.connect();
  const updates = await plannedUpdates(addresses, options, context);
  if (context.globals.dryRun) {
    for (const { address, node, properties } of updates) {
      await changeProperties(client, node.ref.id, properties, options.versionComment);
      reportUpdate(address, properties, context);
    }
    return exitCodes.ok;
  }
  const changing = oneByOne(updates, 'changed', context.output, async ({ address, node, properties }) => {
    const entry = await changeProperties(client, node.ref.id, properties, options.versionComment);
    reportUpdate(address, properties, context);
    return entry;
  });
  if (updates.length === 1) for await (const entry of changing) await printChangedNode(entry, context);
  else await printChanged(nodesOf(changing), context);
  if (updates.length === 0) context.output.note('Nothing to change: stdin was empty.');
  return exitCodes.ok;
}

async function* nodesOf(entries: AsyncIterable<{ readonly node: RepositoryNode }>): AsyncGenerator<RepositoryNode> {
  for await (const { node } of entries) yield node;
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
      line: "edu-repo search plan --all -o id | edu-repo node update - -p ccm:commonlicense_key=CC_0 --version-comment 'Lizenz'",
      does: 'set the licence of all hits, each in a new version with a comment',
    },
  ],
  configure: (command) =>
    listOptions(command)
      .argument('<address...>', 'one or more nodes; - reads them from stdin')
      .option(
        '-p, --property <name=value>',
        'set a property; repeatable, and a repeated name gets several values',
        collect,
      )
      .option('--unset <name>', 'remove a property; repeatable', collect)
      .option('--version-comment <text>', 'create a new version with this comment'),
  readOptions: (words, flags) => {
    addressesIn(words);
    const properties = readProperties(flags.property ?? [], flags.unset);
    if (Object.keys(properties).length === 0 && flags.versionComment === undefined) {
      throw usageFailure(
        'There is nothing to change.',
        'node update needs --property, --unset or --version-comment.',
        'For help: edu-repo help node update',
      );
    }
    const { versionComment } = flags;
    return { words, properties, versionComment, lists: readListFlags(flags) };
  },
  nodes: ({ words }) => addressesIn(words),
  run: updateNodes,
});

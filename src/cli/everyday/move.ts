import type { Client } from '../../client/client.ts';
import { areInOneRepository, atRemote } from '../connection/at-remote.ts';
import {
  type NodeAddress,
  parseNodeAddress,
  writeLocatedAddress,
  writeNodeAddress,
} from '../node-arguments/address.ts';
import { addressAt, type Destination, destinationOf } from '../node-arguments/destination.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { type AddressedNode, oneByOne } from '../node-arguments/one-by-one.ts';
import { printChanged } from '../node-arguments/print-nodes.ts';
import { readSourcesAndTarget } from '../node-arguments/sources-and-target.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { declareNodeParts, type NodePartFlags, type NodeParts, readNodeParts } from '../transfer/node-parts.ts';
import { defaultConcurrency } from '../transfer/options.ts';
import { copyAcross } from './copy-across.ts';

interface MoveOptions {
  readonly sources: readonly NodeAddress[];
  readonly target: NodeAddress;
  /** Between repositories; within one, a node keeps all. */
  readonly nodeParts: NodeParts;
}

const rename = (client: Client, node: string, name: string) =>
  client.updateMetadata({ repository, node, body: { 'cm:name': [name] } });

/**
 * Moves a node, and returns it as it is then. Only renames it if it stays in its folder, because a rename needs fewer rights than
 * a move.
 */
async function moveTo(
  node: RepositoryNode,
  { folder, name }: Destination,
  client: Client,
  { dryRun }: Context['globals'],
): Promise<RepositoryNode> {
  const { id } = node.ref;
  const staysThere = name !== undefined && node.parent?.id === folder.ref.id;
  const call = { repository, node: folder.ref.id, source: id };
  const moved = await (staysThere
    ? rename(client, id, name)
    : client.moveNode(name === undefined ? call : { ...call, name }));
  if (dryRun) return node;
  // Servers other than edu-repo ignore the new name.
  return name !== undefined && moved.node.name !== name ? (await rename(client, id, name)).node : moved.node;
}

async function moveWithin({ sources, target }: MoveOptions, context: Context): Promise<ExitCode> {
  const { client } = await context.connect();
  const nodes = [];
  for (const address of sources) nodes.push({ address, node: await findNode(client, address) });
  const destination = await destinationOf(client, target, sources.length);
  const moving = oneByOne(nodes, 'moved', context.output, async ({ address, node }) => {
    const moved = await moveTo(node, destination, client, context.globals);
    const to = context.globals.dryRun ? target : addressAt(destination, target, moved.name);
    reportChange(context, 'move', `${writeNodeAddress(address)} to ${writeNodeAddress(to)}`);
    return moved;
  });
  await printChanged(moving, context);
  return exitCodes.ok;
}

/** Copies nodes to another repository, and moves each that was copied in full to the trash of its own. */
function moveAcross({ sources, target, nodeParts }: MoveOptions, context: Context): Promise<ExitCode> {
  const moved = async ({ address, node }: AddressedNode, atSource: Context): Promise<void> => {
    const { globals, output } = context;
    if (globals.dryRun) return output.note(`Would move ${writeLocatedAddress(address)} to the trash.`);
    await (await atSource.connect()).client.deleteNode({ repository, node: node.ref.id, recycle: true });
    output.note(`Moved ${writeLocatedAddress(address)} to the trash of its repository.`);
  };
  const transfer = { ifExists: 'replace', concurrency: defaultConcurrency, versionComment: '' } as const;
  return copyAcross({ ...transfer, sources, target, nodeParts, recursive: true, onCopied: moved }, context);
}

/** `mv`, `node move` */
export const move = defineCommand<NodePartFlags, MoveOptions>({
  examples: [
    { line: "edu-repo mv /Mathe/Plan.md '/Mathe/Klasse 7'", does: 'move a file to an existing folder' },
    { line: 'edu-repo mv /Mathe/Plan.md /Mathe/Alt.md', does: 'rename a file' },
    { line: "edu-repo mv /a.md /b.md '~/Entwürfe'", does: 'move several files to a folder' },
  ],
  configure: (command) =>
    declareNodeParts(
      command.usage('[options] <source...> <target>').argument('<address...>', 'nodes, then the target'),
    ),
  readOptions: (words, flags) => ({
    ...readSourcesAndTarget(words, parseNodeAddress),
    nodeParts: readNodeParts(flags),
  }),
  run: async (options, context) => {
    const { sources, target } = options;
    if (await areInOneRepository([...sources, target], context)) {
      return atRemote(target.remote, context, (at) => moveWithin(options, at));
    }
    return moveAcross(options, context);
  },
});

import type { Client } from '../../client/client.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { type Destination, destinationOf } from '../node-arguments/destination.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';
import { oneByOne } from '../node-arguments/one-by-one.ts';
import { readSourcesAndTarget } from '../node-arguments/sources-and-target.ts';
import { nodeList } from '../node-arguments/views.ts';
import { listForPrograms } from '../print/list-for-programs.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface MoveOptions {
  readonly sources: readonly NodeAddress[];
  readonly target: NodeAddress;
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

/** `mv`, `node move` */
export const move = defineCommand<Record<never, never>, MoveOptions>({
  examples: [
    { line: "edu-repo mv /Mathe/Plan.md '/Mathe/Klasse 7'", does: 'move a file to an existing folder' },
    { line: 'edu-repo mv /Mathe/Plan.md /Mathe/Alt.md', does: 'rename a file' },
    { line: "edu-repo mv /a.md /b.md '~/Entwürfe'", does: 'move several files to a folder' },
  ],
  configure: (command) =>
    command.usage('[options] <source...> <target>').argument('<address...>', 'nodes, then the target'),
  readOptions: (words) => readSourcesAndTarget(words, parseNodeAddress),
  run: async ({ sources, target }, context) => {
    const { client } = await context.connect();
    const nodes = [];
    for (const address of sources) nodes.push({ address, node: await findNode(client, address) });
    const destination = await destinationOf(client, target, sources.length);
    const moving = oneByOne(nodes, 'moved', context.output, async ({ address, node }) => {
      const written = `${writeNodeAddress(address)} to ${writeNodeAddress(target)}`;
      const moved = await moveTo(node, destination, client, context.globals);
      if (context.globals.dryRun) {
        context.output.note(`Would move ${written}.`);
        return node;
      }
      context.output.detail(`Moved ${written}`);
      return moved;
    });
    await listForPrograms(moving, nodeList({ long: false }), context);
    return exitCodes.ok;
  },
});

import { InvalidArgumentError } from 'commander';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { createWalk, type Walk } from '../node-arguments/children.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { isFolder, type RepositoryNode, shownName } from '../node-arguments/node.ts';
import { printNodes } from '../node-arguments/print-nodes.ts';
import { nodeList } from '../node-arguments/views.ts';
import { isForPrograms } from '../print/list-for-programs.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface TreeOptions {
  readonly address: NodeAddress;
  /** Number of levels to show below the address. */
  readonly depth: number;
}

/** A node and the branch lines before its name. */
interface Leaf {
  readonly node: RepositoryNode;
  readonly branches: string;
}

/** Pairs each item with whether it is the last one. */
async function* withLast<T>(items: AsyncIterable<T>): AsyncGenerator<readonly [T, boolean]> {
  let previous: readonly [T] | undefined;
  for await (const item of items) {
    if (previous !== undefined) yield [previous[0], false];
    previous = [item];
  }
  if (previous !== undefined) yield [previous[0], true];
}

async function* leavesOf(walk: Walk, folder: string, depth: number, stem = ''): AsyncGenerator<Leaf> {
  if (depth === 0) return;
  for await (const [node, last] of withLast(walk(folder))) {
    yield { node, branches: `${stem}${last ? '└── ' : '├── '}` };
    if (isFolder(node)) yield* leavesOf(walk, node.ref.id, depth - 1, `${stem}${last ? '    ' : '│   '}`);
  }
}

async function* nodesOf(leaves: AsyncIterable<Leaf>): AsyncGenerator<RepositoryNode> {
  for await (const { node } of leaves) yield node;
}

function readDepth(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number of at least 1.');
  return Number(text);
}

export const tree = defineCommand<{ readonly depth?: number }, TreeOptions>({
  examples: [
    { line: 'edu-repo tree /Mathe', does: 'draw a folder with everything below it' },
    { line: 'edu-repo tree / --depth 2', does: 'draw two levels only' },
    { line: "edu-repo tree '~' -o id", does: 'print the IDs of everything in your home folder' },
  ],
  configure: (command) =>
    command
      .argument('[address]', 'folder (default: /)')
      .option('-L, --depth <levels>', 'number of levels to show', readDepth),
  readOptions: (words, flags) => ({
    address: parseNodeAddress(words[0] ?? '/'),
    depth: flags.depth ?? Number.POSITIVE_INFINITY,
  }),
  nodes: ({ address }) => [address],
  run: async ({ address, depth }, context) => {
    const { client } = await context.connect();
    const top = await findNode(client, address);
    const leaves = leavesOf(createWalk(client), top.ref.id, isFolder(top) ? depth : 0);
    if (isForPrograms(context)) {
      await printNodes(nodesOf(leaves), nodeList({ long: true }), context);
      return exitCodes.ok;
    }
    const style = await context.style('stdout');
    const shown = (node: RepositoryNode): string =>
      isFolder(node) ? style.folder(style.text(shownName(node))) : style.text(node.name);
    let folders = 0;
    let files = 0;
    await context.output.line(writeNodeAddress(address));
    for await (const { node, branches } of leaves) {
      if (isFolder(node)) folders += 1;
      else files += 1;
      await context.output.line(`${branches}${shown(node)}`);
    }
    context.output.note(`${counted(folders, 'folder')}, ${counted(files, 'file')}`);
    return exitCodes.ok;
  },
});

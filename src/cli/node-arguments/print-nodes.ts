import { isForPrograms } from '../print/list-for-programs.ts';
import type { ListView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import type { RepositoryNode } from './node.ts';
import { cardOf } from './node-card.ts';
import { pathFinderOf, withPaths } from './node-paths.ts';
import { nodeList, nodeRecord } from './views.ts';

type Nodes = AsyncIterable<RepositoryNode> | Iterable<RepositoryNode>;

/** Whether the output shows paths. Without them, their calls are saved. */
function showsPaths({ columns, line }: ListView<RepositoryNode>, { globals }: Context): boolean {
  const { output = 'table', fields } = globals;
  if (fields !== undefined) return fields.includes('path');
  if (output === 'table') return line === undefined && columns.some(({ title }) => title === 'path');
  return output !== 'id';
}

/** Prints nodes, each with its path. Resolves with their number. */
export async function printNodes(nodes: Nodes, view: ListView<RepositoryNode>, context: Context): Promise<number> {
  const located = showsPaths(view, context) ? withPaths(nodes, context) : nodes;
  return (await context.printer()).list(located, view);
}

/** Prints the nodes that a command changed if the user asked for a format: a table would only repeat what the user named. */
export async function printChanged(nodes: Nodes, context: Context): Promise<void> {
  if (isForPrograms(context)) await printNodes(nodes, nodeList({ long: false }), context);
  else for await (const _ of nodes);
}

/** Whether people get the card of a node: on a terminal, unless they ask for details, a format or fields. */
const showsCard = (context: Context): boolean =>
  context.output.stdout.isTTY === true && !context.globals.verbose && !isForPrograms(context);

/** Prints one node with its path: on a terminal as a card, elsewhere with all properties. */
export async function printNode<T extends { readonly node: RepositoryNode }>(
  entry: T,
  context: Context,
): Promise<void> {
  const printer = await context.printer();
  const paths = await pathFinderOf(context);
  const [node = entry.node] = await paths.locate([entry.node]);
  if (showsCard(context)) {
    const fields = await cardOf(node, (await context.connect()).client, paths);
    await printer.record(node, { fields: () => fields, id: ({ ref }) => ref.id });
  } else await printer.record({ ...entry, node }, nodeRecord);
}

/** Prints a node that a command changed, as `printChanged` does. */
export async function printChangedNode(entry: { readonly node: RepositoryNode }, context: Context): Promise<void> {
  if (isForPrograms(context)) await printNode(entry, context);
}

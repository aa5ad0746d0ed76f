import type { RepositoryNode } from '../node-arguments/node.ts';
import { pathFinderOf, shownFolder } from '../node-arguments/node-paths.ts';
import { nodeList } from '../node-arguments/views.ts';
import type { ListView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import { passageBelow } from './hit-passages.ts';
import { pathColumns, terminalColumns } from './hit-table.ts';
import { markOf } from './marks.ts';
import type { SearchOutcome } from './search-request.ts';

/** Whether the output is a table: for people, and not for programs. */
export const asTable = ({ globals }: Context): boolean => (globals.output ?? 'table') === 'table';

export const isTableOnTerminal = (context: Context): boolean =>
  context.output.stdout.isTTY === true && asTable(context);

/** The folder of each hit, for people: as the highlights have it, or else from calls for the folders above the hits. */
async function folderFinder(
  { nodes, highlights }: SearchOutcome,
  context: Context,
): Promise<(hit: RepositoryNode) => string> {
  if (highlights === undefined) {
    const paths = await pathFinderOf(context);
    await paths.locate(nodes);
    return paths.folderOf;
  }
  const folders = new Map(highlights.map(({ id, folder }) => [id, folder]));
  return ({ ref, owner }) => shownFolder(folders.get(ref.id) ?? undefined, owner);
}

/** The hits with matched words highlighted on a terminal; elsewhere, with whole paths. */
export async function hitView(outcome: SearchOutcome, context: Context): Promise<ListView<RepositoryNode>> {
  const { match } = await context.style('stdout');
  const onTerminal = isTableOnTerminal(context);
  const folderOf = onTerminal ? await folderFinder(outcome, context) : () => '';
  return {
    ...nodeList({ long: true }),
    below: passageBelow(outcome, match),
    columns: onTerminal ? terminalColumns(outcome.nodes, markOf(outcome, match), folderOf) : pathColumns,
    whole: (nodes) => ({ ...outcome, nodes }),
  };
}

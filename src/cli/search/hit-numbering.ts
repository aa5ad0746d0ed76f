import { keepHits } from '../node-arguments/last-hits.ts';
import type { RepositoryNode } from '../node-arguments/node.ts';
import type { ListView } from '../print/view.ts';
import type { Context } from '../program/context.ts';
import { isTableOnTerminal } from './hit-view.ts';

/** What the help says of numbers. */
export const numberNotes = `On a terminal, each line begins with a number such as @2. Commands take it as an address until the next search or recent in
the same terminal: edu-repo cat @2, edu-repo cp @2 . (edu-repo help addresses). Other output has paths or IDs, and no numbers.
`;

/**
 * The view of hits with the number of each in front, such as `@2`, which commands take as its address from then on. `skip` is the
 * number of hits before them. The same view unless it is a table on a terminal, and if the numbers cannot be kept.
 */
export async function numbered(
  view: ListView<RepositoryNode>,
  hits: readonly RepositoryNode[],
  skip: number,
  context: Context,
): Promise<ListView<RepositoryNode>> {
  if (!isTableOnTerminal(context) || context.globals.fields !== undefined) return view;
  if (!(await keepHits(hits, skip + 1, context))) return view;
  const numbers = new Map(hits.map(({ ref }, index) => [ref, `@${skip + 1 + index}`]));
  const value = ({ ref }: RepositoryNode): string => numbers.get(ref) ?? '';
  return { ...view, columns: [{ title: '#', cutOff: 'never', value }, ...view.columns] };
}

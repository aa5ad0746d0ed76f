import { collectionTitle, type RepositoryNode } from '../node-arguments/node.ts';
import { nodeColumns } from '../node-arguments/views.ts';
import { onOneLine } from '../print/printable.ts';
import type { Column } from '../print/table.ts';
import type { Mark } from './marks.ts';

type HitColumn = Column<RepositoryNode>;

/** The title of a file or folder; empty if it only repeats the name. */
function titleBesideName(hit: RepositoryNode): string {
  if (collectionTitle(hit) !== undefined) return '';
  const title = onOneLine(hit.title ?? '');
  return [hit.name, hit.name.replace(/\.[^.]+$/, '')].includes(title) ? '' : title;
}

/** The columns of hits on a terminal, without the version. Those that do not fit are left out, the type last. */
export function terminalColumns(
  hits: readonly RepositoryNode[],
  mark: Mark,
  folderOf: (hit: RepositoryNode) => string,
): readonly HitColumn[] {
  const details = nodeColumns.slice(0, -1).filter(({ title }) => title !== 'version');
  const names = nodeColumns
    .slice(-1)
    .map((column): HitColumn => ({ ...column, cutOff: 'before the extension', readableWidth: 64 }));
  const title: HitColumn = { title: 'title', value: titleBesideName, maxWidth: 36, optional: 3 };
  const marked = [...names, ...(hits.some((hit) => titleBesideName(hit) !== '') ? [title] : [])];
  return [
    ...details,
    ...marked.map((column) => ({ ...column, decorate: mark })),
    { title: 'in', value: folderOf, wrap: 'path' },
  ];
}

/** The columns of hits elsewhere: with the whole path instead of the name. */
export const pathColumns: readonly HitColumn[] = [
  ...nodeColumns.slice(0, -1),
  { title: 'path', value: ({ path = '' }) => path, wrap: 'path' },
];

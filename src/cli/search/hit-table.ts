import { collectionTitle, type RepositoryNode, shownName } from '../node-arguments/node.ts';
import { nodeColumns } from '../node-arguments/views.ts';
import { columnsOf, onOneLine } from '../print/printable.ts';
import type { Column } from '../print/table.ts';
import { isWholePath, type LocationOf } from './locations.ts';
import type { Mark } from './marks.ts';

type HitColumn = Column<RepositoryNode>;

const idColumn: HitColumn = { title: 'id', value: ({ ref }) => ref.id };

const nameColumn: HitColumn = { title: 'name', value: (hit) => collectionTitle(hit) ?? shownName(hit) };

/** All columns, for output without a width. */
export const allColumns: readonly HitColumn[] = [...nodeColumns.slice(0, -1), idColumn, nameColumn];

const gap = 2;
/** The limits of the width of the title column, in characters. */
const [minTitleWidth, maxTitleWidth] = [12, 36];
/** The minimum width of the location column beside a title, in characters. */
const locationWidthBesideTitle = 20;
/** The minimum width of the location column, in characters. */
const minLocationWidth = 12;

const widthOf = (columns: readonly HitColumn[], hits: readonly RepositoryNode[]): number =>
  columns.reduce((sum, { title, value }) => {
    const widths = hits.map((hit) => columnsOf(onOneLine(value(hit))));
    return sum + Math.max(title.length, ...widths) + gap;
  }, -gap);

/** Shortens a text to a width in columns, with an ellipsis at the end that is cut off. */
function shortened(text: string, width: number, cutOff: 'start' | 'end'): string {
  if (columnsOf(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && columnsOf(letters.join('')) > width - 1) {
    if (cutOff === 'start') letters.shift();
    else letters.pop();
  }
  return cutOff === 'start' ? `…${letters.join('')}` : `${letters.join('')}…`;
}

/** The title of a file or folder; empty if it only repeats the name. */
function titleBesideName(hit: RepositoryNode): string {
  if (collectionTitle(hit) !== undefined) return '';
  const title = onOneLine(hit.title ?? '');
  return [hit.name, hit.name.replace(/\.[^.]+$/, '')].includes(title) ? '' : title;
}

const titleColumn = (width: number): HitColumn => ({
  title: 'title',
  value: (hit) => shortened(titleBesideName(hit), width, 'end'),
});

/** The columns of a list of hits on a terminal. */
export interface TerminalColumns {
  /** The width for the location of a hit, in characters; 0 if it would be too narrow. */
  readonly locationWidth: number;
  /** `mark` highlights matched words in names. */
  columns(locationOf: LocationOf, mark: Mark): readonly HitColumn[];
}

/** The name; and the title, if a hit has one and there is room for it and for the location. */
function namesOf(hits: readonly RepositoryNode[], width: number): readonly HitColumn[] {
  const room = width - widthOf([nameColumn], hits) - 2 * gap - locationWidthBesideTitle;
  if (room < minTitleWidth || hits.every((hit) => titleBesideName(hit) === '')) return [nameColumn];
  return [nameColumn, titleColumn(Math.min(room, maxTitleWidth))];
}

/** The time of change, the type and the size, if they fit beside the other columns. */
function detailsBeside(
  others: readonly HitColumn[],
  hits: readonly RepositoryNode[],
  width: number,
): readonly HitColumn[] {
  const chosen = new Set<string>();
  const details = (): readonly HitColumn[] => nodeColumns.filter(({ title }) => chosen.has(title));
  for (const title of ['modified', 'type', 'size']) {
    chosen.add(title);
    if (widthOf([...details(), ...others], hits) > width) chosen.delete(title);
  }
  return details();
}

/**
 * Chooses columns for a terminal: the name, and the title, the location, the ID, the time of change, the type and the size if they fit, in
 * this order. A hit whose path the caller may not see needs its ID, so then the ID comes before the title and the location.
 */
export function terminalColumns(hits: readonly RepositoryNode[], width: number): TerminalColumns {
  const widthBeside = (columns: readonly HitColumn[]): number => width - widthOf(columns, hits) - gap;
  const names = namesOf(hits, width);
  const besideId = widthBeside([idColumn, ...names]);
  const fitsId = besideId >= minLocationWidth;
  const room = fitsId ? besideId : widthBeside(names);
  const locationWidth = room < minLocationWidth ? 0 : room;
  return {
    locationWidth,
    columns(locationOf, mark) {
      const location: HitColumn = { title: 'in', value: (hit) => shortened(locationOf(hit), locationWidth, 'start') };
      const isReachable = (hit: RepositoryNode): boolean => locationWidth > 0 && isWholePath(locationOf(hit));
      const isLocated = (hit: RepositoryNode): boolean => locationWidth > 0 && locationOf(hit) !== '';
      const marked = (columns: readonly HitColumn[]) => columns.map((column) => ({ ...column, decorate: mark }));
      if (!fitsId && hits.every(isReachable)) return [...marked(names), location];
      const chosenNames = fitsId || widthOf([idColumn, ...names], hits) <= width ? names : [nameColumn];
      const last = fitsId && hits.some(isLocated) ? [location] : [];
      const details = detailsBeside([idColumn, ...chosenNames, ...last], hits, width);
      return [...details, idColumn, ...marked(chosenNames), ...last];
    },
  };
}

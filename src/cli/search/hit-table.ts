import { collectionTitle, type RepositoryNode, shownName } from '../node-arguments/node.ts';
import { nodeColumns } from '../node-arguments/views.ts';
import { columnsOf, onOneLine } from '../print/printable.ts';
import type { Column } from '../print/table.ts';
import type { LocationOf } from './locations.ts';
import type { Mark } from './marks.ts';

type HitColumn = Column<RepositoryNode>;

const idColumn: HitColumn = { title: 'id', value: ({ ref }) => ref.id };

const nameColumn: HitColumn = { title: 'name', value: (hit) => collectionTitle(hit) ?? shownName(hit) };

/** All columns, for output without a width. */
export const allColumns: readonly HitColumn[] = [...nodeColumns.slice(0, -1), idColumn, nameColumn];

const gap = 2;
/** The minimum width of the location column, in characters. */
const minLocationWidth = 12;

const widthOf = (columns: readonly HitColumn[], hits: readonly RepositoryNode[]): number =>
  columns.reduce((sum, { title, value }) => {
    const widths = hits.map((hit) => columnsOf(onOneLine(value(hit))));
    return sum + Math.max(title.length, ...widths) + gap;
  }, -gap);

const shortened = (location: string, width: number): string => {
  if (columnsOf(location) <= width) return location;
  const letters = [...location];
  while (letters.length > 1 && columnsOf(letters.join('')) > width - 1) letters.shift();
  return `…${letters.join('')}`;
};

/** The columns of a list of hits on a terminal. */
export interface TerminalColumns {
  /** The width for the location of a hit, in characters; 0 if it would be too narrow. */
  readonly locationWidth: number;
  /** `mark` highlights matched words in names. */
  columns(locationOf: LocationOf, mark: Mark): readonly HitColumn[];
}

/**
 * Chooses columns for a terminal: the name, and the location, the ID, the time of change, the type and the size if they fit, in
 * this order. A hit whose location the caller may not see needs its ID, so then the ID comes before the location.
 */
export function terminalColumns(hits: readonly RepositoryNode[], width: number): TerminalColumns {
  const widthBeside = (columns: readonly HitColumn[]): number => width - widthOf(columns, hits) - gap;
  const [besideId, besideName] = [widthBeside([idColumn, nameColumn]), widthBeside([nameColumn])];
  const fitsId = besideId >= minLocationWidth;
  const room = fitsId ? besideId : besideName;
  const locationWidth = room < minLocationWidth ? 0 : room;
  return {
    locationWidth,
    columns(locationOf, mark) {
      const name = { ...nameColumn, decorate: mark };
      const location: HitColumn = { title: 'in', value: (hit) => shortened(locationOf(hit), locationWidth) };
      const isLocated = (hit: RepositoryNode): boolean => locationWidth > 0 && locationOf(hit) !== '';
      if (!fitsId && hits.every(isLocated)) return [name, location];
      const last = fitsId && hits.some(isLocated) ? [location] : [];
      const chosen = new Set<string>();
      const first = (): readonly HitColumn[] => nodeColumns.filter(({ title }) => chosen.has(title));
      for (const title of ['modified', 'type', 'size']) {
        chosen.add(title);
        if (widthOf([...first(), idColumn, nameColumn, ...last], hits) > width) chosen.delete(title);
      }
      return [...first(), idColumn, name, ...last];
    },
  };
}

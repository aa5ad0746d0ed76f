import { collectionTitle, type RepositoryNode, shownName } from '../node-arguments/node.ts';
import { nodeColumns } from '../node-arguments/views.ts';
import { columnsOf, onOneLine } from '../print/printable.ts';
import type { Column } from '../print/table.ts';
import type { LocationOf } from './locations.ts';
import type { Mark } from './marks.ts';

type HitColumn = Column<RepositoryNode>;

/** Always shown, because a caller who may not see the path of a hit needs its ID. */
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
 * Chooses columns for a terminal: always ID and name; if they fit, location, time of change, type and size, in this
 * order.
 */
export function terminalColumns(hits: readonly RepositoryNode[], width: number): TerminalColumns {
  const always = [idColumn, nameColumn];
  const left = width - widthOf(always, hits) - gap;
  const locationWidth = left < minLocationWidth ? 0 : left;
  return {
    locationWidth,
    columns(locationOf, mark) {
      const named = [idColumn, { ...nameColumn, decorate: mark }];
      const location: HitColumn = { title: 'in', value: (hit) => shortened(locationOf(hit), locationWidth) };
      const last = locationWidth > 0 && hits.some((hit) => locationOf(hit) !== '') ? [location] : [];
      const chosen = new Set<string>();
      const first = (): readonly HitColumn[] => nodeColumns.filter(({ title }) => chosen.has(title));
      for (const title of ['modified', 'type', 'size']) {
        chosen.add(title);
        if (widthOf([...first(), ...always, ...last], hits) > width) chosen.delete(title);
      }
      return [...first(), ...named, ...last];
    },
  };
}

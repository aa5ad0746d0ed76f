import type { Range } from '../../../src/ports/store.ts';

/** Records as JSON text, so that no caller holds an object that the store holds too. */
export type Rows = ReadonlyMap<string, string>;

/** The rows in the range, in the order of the bytes of their keys in UTF-8. A copy: later writes do not show in it. */
export function rowsInRange(rows: Rows, range: Range = {}): readonly (readonly [string, string])[] {
  const { prefix = '', after, limit } = range;
  const start = after === undefined ? undefined : Buffer.from(after);
  return [...rows]
    .filter(([key]) => key.startsWith(prefix))
    .map((row) => ({ row, order: Buffer.from(row[0]) }))
    .filter(({ order }) => start === undefined || order.compare(start) > 0)
    .sort((one, other) => one.order.compare(other.order))
    .slice(0, limit)
    .map(({ row }) => row);
}

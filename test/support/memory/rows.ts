import type { Range } from '../../../src/ports/store.ts';

/** Records that no caller can change, as they come back from JSON. */
export type Rows = ReadonlyMap<string, unknown>;

/** A record as a store gives it back: without what JSON does not keep, and frozen as a whole. */
export const storedValue = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => Object.freeze(part));

/** The rows in the range, in the order of the bytes of their keys in UTF-8. A copy: later writes do not show in it. */
export function rowsInRange(rows: Rows, range: Range = {}): readonly (readonly [string, unknown])[] {
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

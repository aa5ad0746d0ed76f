import type { NodeId } from '../../base/ids.ts';
import type { Facet, FacetRequest, IndexedDocument } from '../../ports/search-index.ts';

/** What is kept of a document beside its words. Never changed: a replaced document gets a new row. */
export type Row = Pick<IndexedDocument, 'id' | 'anchor' | 'owner' | 'properties'>;

/** Found documents: the row at an index has the score at the same index. */
export interface Hits {
  readonly rows: Row[];
  readonly scores: number[];
}

/** Up to here the best are picked out of all; for longer beginnings of the list all are sorted. */
const longestPick = 500;

/** The ids of a page, best first; equal ones in the order of their ids. */
export function bestHits(hits: Hits, skip: number, limit: number): NodeId[] {
  const better = (left: number, right: number): boolean => isBetter(hits, left, right);
  const end = skip + limit;
  const best =
    end <= longestPick && end < hits.rows.length
      ? picked(hits.rows.length, end, better)
      : [...hits.rows.keys()].sort((left, right) => (better(left, right) ? -1 : 1));
  return best.slice(skip, end).flatMap((index) => hits.rows[index]?.id ?? []);
}

function isBetter({ rows, scores }: Hits, left: number, right: number): boolean {
  const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
  return difference === 0 ? (rows[left]?.id ?? '') < (rows[right]?.id ?? '') : difference > 0;
}

/** The best `wanted` of the numbers up to `count`, in order. */
function picked(count: number, wanted: number, better: (left: number, right: number) => boolean): number[] {
  const best: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const worst = best.at(-1);
    if (best.length === wanted && (worst === undefined || !better(index, worst))) continue;
    if (best.length === wanted) best.pop();
    best.splice(placeIn(best, index, better), 0, index);
  }
  return best;
}

function placeIn(best: readonly number[], index: number, better: (left: number, right: number) => boolean): number {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (better(index, best[middle] ?? index)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Counts the documents that have each value of a property: most frequent first, equal ones in the order of their values. */
export function countValues(rows: readonly Row[], { property, limit, minimum }: FacetRequest): Facet {
  const counts = new Map<string, number>();
  let others = 0;
  for (const row of rows) {
    if (!Object.hasOwn(row.properties, property)) continue;
    for (const value of new Set(row.properties[property])) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      others += 1;
    }
  }
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count >= minimum)
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, limit);
  for (const { count } of values) others -= count;
  return { values, others };
}

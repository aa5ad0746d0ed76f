import type { NodeId } from '../../../base/ids.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { SortKey } from '../../../ports/search-index.ts';
import { compareUuids, readUuid, uuidSize } from '../codec/uuids.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { SegmentHits } from './facets.ts';
import type { SearchTools } from './search.ts';
import { type SegmentKey, segmentKey } from './sort-keys.ts';
import { firstDocuments } from './top-documents.ts';

/** A hit: the index of the segment, and the number of the document in it. */
export interface Hit {
  readonly at: number;
  readonly document: number;
}

/** The hits of a page, in order. */
export function* pageOfHits(
  hits: readonly SegmentHits[],
  sort: readonly SortKey[],
  page: { readonly skip: number; readonly limit: number },
  tools: SearchTools,
): CooperativeTask<Hit[]> {
  if (page.limit === 0) return [];
  const keys = sort.length === 0 ? [bestFirst] : sort;
  const count = page.skip + page.limit;
  const first: OrderedHit[] = [];
  for (const [at, one] of hits.entries()) {
    if (one.docs.count > 0) first.push(...(yield* firstHits(one, at, keys, count, tools)));
  }
  return first.sort(inOrder(keys)).slice(page.skip, count);
}

export const idOf = (live: readonly LiveSegment[], { at, document }: Hit): NodeId =>
  readUuid(live[at]?.segment.ids ?? new Uint8Array(uuidSize), document * uuidSize);

const bestFirst: SortKey = { property: 'score', as: 'number', ascending: false };

/** A hit with the values that decide its order. */
interface OrderedHit extends Hit {
  readonly values: readonly (number | string | undefined)[];
  readonly ids: Uint8Array;
}

/** The first hits of a segment. They are selected by rank, so that only the values of these few hits are read. */
function* firstHits(
  hits: SegmentHits,
  at: number,
  sort: readonly SortKey[],
  count: number,
  tools: SearchTools,
): CooperativeTask<OrderedHit[]> {
  const keys: SegmentKey[] = [];
  for (const key of sort) keys.push(yield* segmentKey(key, hits, tools));
  const documents = yield* firstDocuments(hits, keys, count);
  const { ids } = hits.segment;
  return documents.map((document) => ({ at, document, values: keys.map((key) => key.valueOf(document)), ids }));
}

/** Hits without a value come last in either direction. */
const inOrder =
  (sort: readonly SortKey[]) =>
  (one: OrderedHit, other: OrderedHit): number => {
    for (const [index, { ascending }] of sort.entries()) {
      const [left, right] = [one.values[index], other.values[index]];
      if (left === right) continue;
      if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
      return left < right === ascending ? -1 : 1;
    }
    return compareUuids(one.ids, one.document * uuidSize, other.ids, other.document * uuidSize);
  };

import type { NodeId } from '../../base/ids.ts';
import type { SortKey } from '../../ports/search-index.ts';
import { firstValue, type ValueKeys } from './columns.ts';
import type { SegmentHits } from './facets.ts';
import type { LiveSegment, PropertyColumn } from './segment.ts';
import { compareUuids, readUuid, uuidSize } from './uuids.ts';

/** A hit: which of the segments, and which document in it. */
export interface Hit {
  readonly at: number;
  readonly document: number;
}

/** Below 0: the first one comes first. */
type Comparison = (at: number, document: number, otherAt: number, otherDocument: number) => number;

/** The hits of a page, in order. */
export function pageOfHits(
  hits: readonly SegmentHits[],
  sort: readonly SortKey[],
  page: { readonly skip: number; readonly limit: number },
  keys: ValueKeys,
): Hit[] {
  const compare = comparison(hits, sort, keys);
  const wanted = page.limit === 0 ? 0 : page.skip + page.limit;
  const best = wanted === 0 ? [] : pickedHits(hits, wanted, compare, sort.length === 0);
  return best.slice(page.skip, page.skip + page.limit);
}

/** The id of a hit in these segments. */
export const idOf = (live: readonly LiveSegment[], { at, document }: Hit): NodeId =>
  readUuid(live[at]?.segment.ids ?? new Uint8Array(uuidSize), document * uuidSize);

/** The best of all, in order: a heap with the worst of them on top. */
function pickedHits(hits: readonly SegmentHits[], wanted: number, compare: Comparison, byScore: boolean): Hit[] {
  const ats: number[] = [];
  const documents: number[] = [];
  let worstScore = Number.NEGATIVE_INFINITY;

  const comesBefore = (left: number, right: number): boolean =>
    compare(ats[left] ?? 0, documents[left] ?? 0, ats[right] ?? 0, documents[right] ?? 0) < 0;
  const swap = (left: number, right: number): void => {
    [ats[left], ats[right]] = [ats[right] ?? 0, ats[left] ?? 0];
    [documents[left], documents[right]] = [documents[right] ?? 0, documents[left] ?? 0];
  };
  const rise = (from: number): void => {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >>> 1;
      if (!comesBefore(above, place)) return;
      swap(above, place);
      place = above;
    }
  };
  const sink = (): void => {
    for (let place = 0; ; ) {
      let worst = place;
      for (const below of [2 * place + 1, 2 * place + 2])
        if (below < ats.length && comesBefore(worst, below)) worst = below;
      if (worst === place) return;
      swap(place, worst);
      place = worst;
    }
  };

  for (const [at, { found }] of hits.entries()) {
    for (let number = 0; number < found.count; number += 1) {
      const document = found.documents[number] ?? 0;
      if (ats.length < wanted) {
        ats.push(at);
        documents.push(document);
        rise(ats.length - 1);
      } else {
        if (byScore && (found.scores[document] ?? 0) < worstScore) continue;
        if (compare(at, document, ats[0] ?? 0, documents[0] ?? 0) >= 0) continue;
        ats[0] = at;
        documents[0] = document;
        sink();
      }
      if (ats.length === wanted) worstScore = hits[ats[0] ?? 0]?.found.scores[documents[0] ?? 0] ?? 0;
    }
  }
  return ats
    .map((at, number): Hit => ({ at, document: documents[number] ?? 0 }))
    .sort((left, right) => compare(left.at, left.document, right.at, right.document));
}

function comparison(hits: readonly SegmentHits[], sort: readonly SortKey[], keys: ValueKeys): Comparison {
  const scores = hits.map(({ found }) => found.scores);
  const ids = hits.map(({ segment }) => segment.ids);
  const none = new Uint8Array(uuidSize);
  const byScore: Comparison = (at, document, otherAt, otherDocument) =>
    (scores[otherAt]?.[otherDocument] ?? 0) - (scores[at]?.[document] ?? 0);
  const byId: Comparison = (at, document, otherAt, otherDocument) =>
    compareUuids(ids[at] ?? none, document * uuidSize, ids[otherAt] ?? none, otherDocument * uuidSize);
  if (sort.length === 0)
    return (at, document, otherAt, otherDocument) =>
      byScore(at, document, otherAt, otherDocument) || byId(at, document, otherAt, otherDocument);
  const comparisons = sort.map((key): Comparison => {
    if (key.property !== 'score') return byValue(hits, key, keys);
    return key.ascending ? (...pair) => -byScore(...pair) : byScore;
  });
  return (...pair) => {
    for (const compare of comparisons) {
      const order = compare(...pair);
      if (order !== 0) return order;
    }
    return byId(...pair);
  };
}

type SortedValue = readonly [PropertyColumn | undefined, value: number, key: number];

function byValue(hits: readonly SegmentHits[], sort: SortKey, keys: ValueKeys): Comparison {
  const { property, otherwise, as, ascending } = sort;
  const columnsOf = (name: string | undefined) =>
    hits.map(({ segment }) => segment.properties.find((column) => column.property === name));
  const [columns, otherColumns] = [columnsOf(property), columnsOf(otherwise)];
  const valueIn = (column: PropertyColumn | undefined, document: number): SortedValue => {
    const value = column === undefined ? -1 : firstValue(column, document);
    return [column, value, column === undefined || value < 0 ? Number.NaN : keys.keyOf(column, as, value)];
  };
  const values = (at: number, document: number): SortedValue => {
    const first = valueIn(columns[at], document);
    return Number.isNaN(first[2]) && otherwise !== undefined ? valueIn(otherColumns[at], document) : first;
  };
  return (at, document, otherAt, otherDocument) => {
    const [column, value, key] = values(at, document);
    const [otherColumn, otherValue, otherKey] = values(otherAt, otherDocument);
    if (Number.isNaN(key) || Number.isNaN(otherKey)) return Number(Number.isNaN(key)) - Number(Number.isNaN(otherKey));
    let order = key - otherKey;
    if (order === 0 && as === 'text' && column !== undefined && otherColumn !== undefined) {
      if (column === otherColumn && value === otherValue) return 0;
      const [text, other] = [keys.textOf(column, value), keys.textOf(otherColumn, otherValue)];
      order = text < other ? -1 : Number(text > other);
    }
    return ascending ? order : -order;
  };
}

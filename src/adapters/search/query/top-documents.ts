import { uuidPrefix } from '../codec/id-order.ts';
import { compareUuids, uuidSize } from '../codec/uuids.ts';
import { type CooperativeTasks, taskSize } from '../writer/cooperative-tasks.ts';
import type { SegmentHits } from './facets.ts';

/** What decides which of two documents comes first. */
export interface Precedence {
  /** At the number of a document. */
  readonly ranks: Float64Array | Float32Array;
  /** Whether lower ranks come first. */
  readonly ascending: boolean;
}

/**
 * The hits of one segment that come first, so many of them, in no order. The first of the precedences decides first; what is equal in all of
 * them is in the order of its ids.
 */
export function* firstDocuments(
  { segment: { ids }, docs: found }: SegmentHits,
  precedences: readonly Precedence[],
  wanted: number,
): CooperativeTasks<readonly number[]> {
  const heap = createHeap(wanted, precedences, ids);
  for (let from = 0; from < found.count; from += taskSize) {
    heap.offer(found.documents.subarray(from, Math.min(found.count, from + taskSize)));
    yield;
  }
  return heap.kept;
}

const indifferent: Precedence = { ranks: new Float64Array(), ascending: true };

/** Keeps the first ones of all that are offered, with the last of them on top. */
function createHeap(wanted: number, precedences: readonly Precedence[], ids: Uint8Array) {
  const kept: number[] = [];
  const [first = indifferent] = precedences;

  const comesBefore = (one: number, other: number): boolean => {
    for (const { ranks, ascending } of precedences) {
      const [left, right] = [ranks[one] ?? 0, ranks[other] ?? 0];
      if (left !== right) return left < right === ascending;
    }
    return compareUuids(ids, one * uuidSize, ids, other * uuidSize) < 0;
  };
  const beginsLater = (one: number, other: number): boolean =>
    uuidPrefix(ids, one * uuidSize) > uuidPrefix(ids, other * uuidSize);
  const swap = (left: number, right: number): void => {
    [kept[left], kept[right]] = [kept[right] ?? 0, kept[left] ?? 0];
  };
  const rise = (from: number): void => {
    for (let place = from; place > 0; ) {
      const above = (place - 1) >>> 1;
      if (!comesBefore(kept[above] ?? 0, kept[place] ?? 0)) return;
      swap(above, place);
      place = above;
    }
  };
  const sink = (): void => {
    for (let place = 0; ; ) {
      let last = place;
      for (const below of [2 * place + 1, 2 * place + 2])
        if (below < kept.length && comesBefore(kept[last] ?? 0, kept[below] ?? 0)) last = below;
      if (last === place) return;
      swap(place, last);
      place = last;
    }
  };

  const fill = (document: number): void => {
    kept.push(document);
    rise(kept.length - 1);
  };
  const replaceLast = (document: number): void => {
    if (!comesBefore(document, kept[0] ?? 0)) return;
    kept[0] = document;
    sink();
  };

  return {
    kept,
    offer(documents: Uint32Array): void {
      const { ranks, ascending } = first;
      const isOnly = precedences.length === 1;
      let at = 0;
      for (; at < documents.length && kept.length < wanted; at += 1) fill(documents[at] ?? 0);
      let last = kept[0] ?? 0;
      let lastRank = ranks[last] ?? 0;
      for (; at < documents.length; at += 1) {
        const document = documents[at] ?? 0;
        const rank = ranks[document] ?? 0;
        // Nearly all are out of the question at once: by their rank, or, as many have the same one, by the first bits of their ids.
        if (ascending ? rank > lastRank : rank < lastRank) continue;
        if (isOnly && rank === lastRank && beginsLater(document, last)) continue;
        replaceLast(document);
        last = kept[0] ?? 0;
        lastRank = ranks[last] ?? 0;
      }
    },
  };
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { uuidPrefix } from '../codec/id-order.ts';
import { compareUuids, uuidSize } from '../codec/uuids.ts';
import { taskSize } from '../task-scheduler.ts';
import type { SegmentHits } from './facets.ts';

/** One of the criteria that decide which of two documents comes first. */
export interface Precedence {
  /** By document number. */
  readonly ranks: Float64Array | Float32Array;
  /** Whether lower ranks come first. */
  readonly ascending: boolean;
}

/**
 * The first `limit` hits of one segment, in no particular order. Earlier precedences take priority over later ones.
 * Documents that are equal in all of them are ordered by ID.
 */
export function* firstDocuments(
  { segment: { ids }, docs }: SegmentHits,
  precedences: readonly Precedence[],
  limit: number,
): CooperativeTask<readonly number[]> {
  const top: TopDocuments = { documents: [], limit, precedences, ids };
  for (let from = 0; from < docs.count; from += taskSize) {
    offer(top, docs.documents.subarray(from, Math.min(docs.count, from + taskSize)));
    yield;
  }
  return top.documents;
}

/** Keeps the first of the documents that it is offered. */
interface TopDocuments {
  /** A heap. The document that comes last is on top. */
  readonly documents: number[];
  readonly limit: number;
  readonly precedences: readonly Precedence[];
  readonly ids: Uint8Array;
}

const indifferent: Precedence = { ranks: new Float64Array(), ascending: true };

function offer(top: TopDocuments, offered: Uint32Array): void {
  const { documents: heap, limit, precedences, ids } = top;
  const [{ ranks, ascending } = indifferent] = precedences;
  const isOnly = precedences.length === 1;
  let at = 0;
  for (; at < offered.length && heap.length < limit; at += 1) add(top, offered[at] ?? 0);
  let last = heap[0] ?? 0;
  let lastRank = ranks[last] ?? 0;
  for (; at < offered.length; at += 1) {
    const document = offered[at] ?? 0;
    const rank = ranks[document] ?? 0;
    // This rejects nearly all documents early: by rank or, since many have the same rank, by the first bytes of the ID.
    if (ascending ? rank > lastRank : rank < lastRank) continue;
    if (isOnly && rank === lastRank && hasHigherPrefix(ids, document, last)) continue;
    replaceLast(top, document);
    last = heap[0] ?? 0;
    lastRank = ranks[last] ?? 0;
  }
}

function add(top: TopDocuments, document: number): void {
  top.documents.push(document);
  rise(top);
}

function replaceLast(top: TopDocuments, document: number): void {
  if (!comesBefore(top, document, top.documents[0] ?? 0)) return;
  top.documents[0] = document;
  sink(top);
}

function comesBefore({ precedences, ids }: TopDocuments, one: number, other: number): boolean {
  for (const { ranks, ascending } of precedences) {
    const [left, right] = [ranks[one] ?? 0, ranks[other] ?? 0];
    if (left !== right) return left < right === ascending;
  }
  return compareUuids(ids, one * uuidSize, ids, other * uuidSize) < 0;
}

const hasHigherPrefix = (ids: Uint8Array, one: number, other: number): boolean =>
  uuidPrefix(ids, one * uuidSize) > uuidPrefix(ids, other * uuidSize);

/** Moves the document at the end of the heap up to its position. */
function rise(top: TopDocuments): void {
  const { documents: heap } = top;
  for (let at = heap.length - 1; at > 0; ) {
    const above = (at - 1) >>> 1;
    if (!comesBefore(top, heap[above] ?? 0, heap[at] ?? 0)) return;
    swap(heap, above, at);
    at = above;
  }
}

/** Moves the document on top of the heap down to its position. */
function sink(top: TopDocuments): void {
  const { documents: heap } = top;
  for (let at = 0; ; ) {
    let last = at;
    for (const below of [2 * at + 1, 2 * at + 2])
      if (below < heap.length && comesBefore(top, heap[last] ?? 0, heap[below] ?? 0)) last = below;
    if (last === at) return;
    swap(heap, at, last);
    at = last;
  }
}

function swap(heap: number[], left: number, right: number): void {
  [heap[left], heap[right]] = [heap[right] ?? 0, heap[left] ?? 0];
}

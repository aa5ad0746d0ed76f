import { messageOf } from '../../../base/errors/errors.ts';
import type { NodeId } from '../../../base/ids.ts';
import { yieldToEventLoop } from '../../../base/scheduling/event-loop.ts';
import type { Log } from '../../../ports/log.ts';
import { uuidSize } from '../codec/uuids.ts';
import { deletedCount, isDeleted, newlyDeleted, withDeleted } from '../segment/deletions.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { findDocument, idBytesOf, sameDocument } from '../segment/segment-documents.ts';
import { mergeTier } from './merge-policy.ts';

/**
 * Merges segments into one, without their deleted documents. Must call `pause` every few hundred microseconds: it
 * yields to the event loop, and rejects once `signal` is aborted because the result is no longer needed.
 */
export type MergeSegments = (
  sources: readonly LiveSegment[],
  pause: () => Promise<void>,
  signal: AbortSignal,
) => Promise<Segment>;

interface Member extends LiveSegment {
  readonly liveCount: number;
}

const memberOf = (segment: Segment, deleted: Uint8Array | null): Member => ({
  segment,
  deleted,
  liveCount: segment.size - (deleted === null ? 0 : deletedCount(deleted)),
});

/**
 * After a failed merge, this many changes pass before the next attempt. The number doubles with each failure, up to the
 * maximum.
 */
const minSkipped = 16;
const maxSkipped = 16_384;

/** How long a merge runs before it yields to the event loop, in milliseconds. */
const sliceTime = 4;

/** The immutable segments of an index. Merges small ones into larger ones in the background. */
export class SegmentSet {
  readonly #merge: MergeSegments;
  readonly #log: Pick<Log, 'error'>;
  #members: readonly Member[];
  #size: number;
  #merging: Promise<void> | undefined;
  /** Aborted when the result of the merge in progress is no longer needed. */
  #abort = new AbortController();
  #isStopped = false;
  #toSkip = 0;
  #lastSkipped = 0;

  constructor(segments: readonly LiveSegment[], merge: MergeSegments, log: Pick<Log, 'error'>) {
    this.#merge = merge;
    this.#log = log;
    this.#members = segments.map(({ segment, deleted }) => memberOf(segment, deleted));
    this.#size = this.#members.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  /** The segments to search. Each change creates a new array; the arrays themselves never change. */
  get live(): readonly LiveSegment[] {
    return this.#members;
  }

  /** The number of documents that are not deleted. */
  get size(): number {
    return this.#size;
  }

  /** Adds a segment, and starts a merge if one is due. No other segment may have any of its documents. */
  add({ segment, deleted }: LiveSegment): void {
    const member = memberOf(segment, deleted);
    if (member.liveCount === 0) return;
    this.#members = [...this.#members, member];
    this.#size += member.liveCount;
    this.#startMerging();
  }

  /** Deletes documents. Ignores IDs that no segment has. */
  remove(ids: readonly NodeId[]): void {
    const idBytes = idBytesOf(ids);
    this.#members = this.#members.map((member) => {
      const remaining = without(member, idBytes);
      this.#size -= member.liveCount - remaining.liveCount;
      return remaining;
    });
    this.#startMerging();
  }

  /** Removes all segments and discards the merge in progress. */
  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#members = [];
    this.#size = 0;
  }

  /** Resolves when no merge is in progress. */
  async settled(): Promise<void> {
    while (this.#merging !== undefined) await this.#merging;
  }

  /** Aborts the merge in progress and starts no other, so that the process can exit. */
  stop(): void {
    this.#isStopped = true;
    this.#abort.abort();
  }

  #startMerging(): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (!this.#isStopped && this.#merging === undefined && mergeTier(this.#members) !== undefined)
      this.#merging = this.#mergeAll();
  }

  async #mergeAll(): Promise<void> {
    const { signal } = this.#abort;
    try {
      for (let due = mergeTier(this.#members); due !== undefined; due = mergeTier(this.#members))
        await this.#mergeThem(due, signal);
      this.#lastSkipped = 0;
    } catch (error) {
      // Nothing is lost: searches use the segments as they are.
      if (signal.aborted) return;
      this.#lastSkipped = Math.min(maxSkipped, Math.max(minSkipped, this.#lastSkipped * 2));
      this.#toSkip = this.#lastSkipped;
      this.#log.error(
        'Segments of the search index could not be merged. Searches still work, but are slower until a later merge succeeds.',
        { reason: messageOf(error) },
      );
    } finally {
      // This runs in the same turn of the event loop as the last call of `mergeTier`, so a segment that is added later
      // starts another merge.
      this.#merging = undefined;
    }
  }

  async #mergeThem(sources: readonly Member[], signal: AbortSignal): Promise<void> {
    let end = 0;
    const pause = async (): Promise<void> => {
      if (performance.now() < end) return;
      await yieldToEventLoop();
      signal.throwIfAborted();
      end = performance.now() + sliceTime;
    };
    await pause();
    const merged = await this.#merge(sources, pause, signal);
    signal.throwIfAborted();
    this.#replace(sources, memberOf(merged, this.#deletedMeanwhile(sources, merged)));
  }

  /** The documents that were deleted from the sources during the merge, as deletions of the result. */
  #deletedMeanwhile(sources: readonly Member[], merged: Segment): Uint8Array | null {
    const numbers: number[] = [];
    for (const { segment, deleted } of sources) {
      const now = this.#members.find((member) => member.segment === segment)?.deleted ?? null;
      for (const number of newlyDeleted(deleted, now)) numbers.push(sameDocument(segment, number, merged));
    }
    return withDeleted(null, merged.size, numbers);
  }

  #replace(sources: readonly Member[], merged: Member): void {
    const replaced = new Set(sources.map(({ segment }) => segment));
    const others = this.#members.filter(({ segment }) => !replaced.has(segment));
    this.#members = merged.liveCount === 0 ? others : [...others, merged];
  }
}

/** The member without these documents; the same object if it has none of them. */
function without(member: Member, idBytes: Uint8Array): Member {
  const { segment, deleted } = member;
  const numbers: number[] = [];
  for (let at = 0; at < idBytes.length; at += uuidSize) {
    const number = findDocument(segment, idBytes, at);
    if (number >= 0 && !isDeleted(deleted, number)) numbers.push(number);
  }
  return numbers.length === 0 ? member : memberOf(segment, withDeleted(deleted, segment.size, numbers));
}

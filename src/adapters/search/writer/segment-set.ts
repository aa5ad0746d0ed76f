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
 * Makes one segment of several, without what is deleted in them. `pause` is to be called every few hundred microseconds: it gives
 * other work its turns, and rejects where the result is not wanted any more, which is what `abandoned` tells, too.
 */
export type MergeSegments = (
  sources: readonly LiveSegment[],
  pause: () => Promise<void>,
  abandoned: AbortSignal,
) => Promise<Segment>;

/** The immutable segments of an index. Behind everybody's back small ones are merged into larger ones. */
export interface SegmentSet {
  /** What is searched: another list as soon as anything changes; the lists themselves never change. */
  readonly live: readonly LiveSegment[];
  /** How many documents there are that are not deleted. */
  readonly size: number;
  /** Adds a segment of whose documents none is in another one, and begins to merge where it is time to. */
  add(live: LiveSegment): void;
  /** Takes documents out; passes over those that are not there. */
  remove(ids: readonly NodeId[]): void;
  /** Forgets everything; what was being merged is thrown away. */
  clear(): void;
  /** Resolves when nothing is being merged. */
  settled(): Promise<void>;
  /** Gives up what is being merged, and merges nothing from now on: the process may end. */
  stop(): void;
}

interface Member extends LiveSegment {
  readonly liveCount: number;
}

const memberOf = (segment: Segment, deleted: Uint8Array | null): Member => ({
  segment,
  deleted,
  liveCount: segment.size - (deleted === null ? 0 : deletedCount(deleted)),
});

/** After a failure so many looks are let pass before it is tried again; twice as many after each further one, up to the most. */
const fewestPassed = 16;
const mostPassed = 16_384;

/** Merging goes on for so many milliseconds before other work gets its turn. */
const sliceTime = 4;

export function createSegmentSet(options: {
  readonly segments: readonly LiveSegment[];
  readonly merge: MergeSegments;
  readonly log: Pick<Log, 'error'>;
}): SegmentSet {
  const { merge, log } = options;
  let members: readonly Member[] = options.segments.map(({ segment, deleted }) => memberOf(segment, deleted));
  let size = members.reduce((sum, { liveCount }) => sum + liveCount, 0);
  let merging: Promise<void> | undefined;
  // Aborted when what is being merged is of no use any more.
  let wanted = new AbortController();
  let stopped = false;
  let toPass = 0;
  let passedLast = 0;

  const replace = (before: readonly Member[], after: Member): void => {
    const gone = new Set(before.map(({ segment }) => segment));
    const others = members.filter(({ segment }) => !gone.has(segment));
    members = after.liveCount === 0 ? others : [...others, after];
  };

  const currentOf = (segment: Segment): Member | undefined => members.find((member) => member.segment === segment);

  /** What was deleted of the sources while they were merged is deleted of the result. */
  const deletedMeanwhile = (sources: readonly Member[], merged: Segment): Uint8Array | null => {
    const found: number[] = [];
    for (const { segment, deleted } of sources) {
      const now = currentOf(segment)?.deleted ?? null;
      for (const number of newlyDeleted(deleted, now)) found.push(sameDocument(segment, number, merged));
    }
    return withDeleted(null, merged.size, found);
  };

  const mergeThem = async (sources: readonly Member[], abandoned: AbortSignal): Promise<void> => {
    let end = 0;
    const pause = async (): Promise<void> => {
      if (performance.now() < end) return;
      await yieldToEventLoop();
      abandoned.throwIfAborted();
      end = performance.now() + sliceTime;
    };
    await pause();
    const merged = await merge(sources, pause, abandoned);
    abandoned.throwIfAborted();
    replace(sources, memberOf(merged, deletedMeanwhile(sources, merged)));
  };

  const mergeAll = async (): Promise<void> => {
    const { signal } = wanted;
    try {
      for (let due = mergeTier(members); due !== undefined; due = mergeTier(members)) await mergeThem(due, signal);
      passedLast = 0;
    } catch (error) {
      // Nothing is lost: the segments are searched as they are.
      if (signal.aborted) return;
      passedLast = Math.min(mostPassed, Math.max(fewestPassed, passedLast * 2));
      toPass = passedLast;
      log.error('Parts of the search index could not be merged.', { reason: messageOf(error) });
    } finally {
      // At once behind the last look: who adds from now on begins again.
      merging = undefined;
    }
  };

  const begin = (): void => {
    if (toPass > 0) toPass -= 1;
    else if (!stopped && merging === undefined && mergeTier(members) !== undefined) merging = mergeAll();
  };

  return {
    get live() {
      return members;
    },
    get size() {
      return size;
    },
    add({ segment, deleted }) {
      const member = memberOf(segment, deleted);
      if (member.liveCount === 0) return;
      members = [...members, member];
      size += member.liveCount;
      begin();
    },
    remove(ids) {
      const wanted = idBytesOf(ids);
      members = members.map((member) => {
        const there: number[] = [];
        for (let at = 0; at < wanted.length; at += uuidSize) {
          const number = findDocument(member.segment, wanted, at);
          if (number >= 0 && !isDeleted(member.deleted, number)) there.push(number);
        }
        if (there.length === 0) return member;
        const less = memberOf(member.segment, withDeleted(member.deleted, member.segment.size, there));
        size -= member.liveCount - less.liveCount;
        return less;
      });
      begin();
    },
    clear() {
      wanted.abort();
      wanted = new AbortController();
      members = [];
      size = 0;
    },
    async settled() {
      while (merging !== undefined) await merging;
    },
    stop() {
      stopped = true;
      wanted.abort();
    },
  };
}

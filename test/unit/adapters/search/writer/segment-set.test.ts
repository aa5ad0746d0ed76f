import { describe, expect, test } from 'vitest';
import { compareUuids, readUuid, uuidSize, writeUuid } from '../../../../../src/adapters/search/codec/uuids.ts';
import {
  deletedCount,
  isDeleted,
  newlyDeleted,
  withDeleted,
} from '../../../../../src/adapters/search/segment/deletions.ts';
import type { LiveSegment, Segment } from '../../../../../src/adapters/search/segment/segment.ts';
import { type MergeSegments, SegmentSet } from '../../../../../src/adapters/search/writer/segment-set.ts';
import type { NodeId } from '../../../../../src/base/ids.ts';
import { createRecordingLog } from '../../../../conformance/recording-log.ts';
import { anId } from '../../../../conformance/search-index-documents.ts';

/** Documents without anything but an id: nothing else is looked at here. */
function segmentOf(ids: readonly NodeId[]): Segment {
  const bytes = new Uint8Array(ids.length * uuidSize);
  for (const [number, id] of ids.entries()) writeUuid(bytes, number * uuidSize, id);
  const byId = Uint32Array.from(ids.keys()).sort(
    (one, other) => compareUuids(bytes, one * uuidSize, bytes, other * uuidSize) || one - other,
  );
  return { size: ids.length, ids: bytes, byId } as Segment;
}

const idsIn = ({ segment, deleted }: LiveSegment): NodeId[] =>
  Array.from({ length: segment.size }, (_, number) => number)
    .filter((number) => !isDeleted(deleted, number))
    .map((number) => readUuid(segment.ids, number * uuidSize));

const liveIds = (live: readonly LiveSegment[]): number[] =>
  live
    .flatMap(idsIn)
    .map((id) => Number(id.slice(-12)))
    .toSorted((one, other) => one - other);

const merge: MergeSegments = async (sources, pause) => {
  const ids: NodeId[] = [];
  for (const source of sources) {
    ids.push(...idsIn(source));
    await pause();
  }
  return segmentOf(ids);
};

const live = (...numbers: number[]): LiveSegment => ({ segment: segmentOf(numbers.map(anId)), deleted: null });
const newSet = (segments: readonly LiveSegment[] = [], how = merge) => {
  const log = createRecordingLog();
  return { log, set: new SegmentSet(segments, how, log) };
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, place) => from + place);

describe('the segments of an index', () => {
  test('are few, however many are added', async () => {
    const { set } = newSet();
    for (let number = 0; number < 500; number += 1) {
      set.add(live(number));
      await set.settled();
    }
    expect(liveIds(set.live)).toEqual(range(0, 500));
    expect(set.live.length).toBeLessThanOrEqual(6);
    expect(set.size).toBe(500);
  });

  test('lose what is removed, also while they are being merged', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { set } = newSet([], async (sources, pause, abandoned) => {
      const merged = await merge(sources, pause, abandoned);
      await held;
      return merged;
    });
    for (const [from, to] of [
      [0, 10],
      [10, 20],
      [20, 30],
      [30, 40],
    ] as const)
      set.add(live(...range(from, to)));
    set.remove([anId(3), anId(99)]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    set.remove([anId(15), anId(3), anId(39)]);
    set.add(live(15, 50));
    release();
    await set.settled();
    const wanted = [...range(0, 3), ...range(4, 39), 50];
    expect(liveIds(set.live)).toEqual(wanted);
    expect(set.size).toBe(wanted.length);
    expect(set.live).toHaveLength(2);
    set.remove([anId(15)]);
    expect(liveIds(set.live)).toEqual(wanted.filter((number) => number !== 15));
  });

  test('are written anew where half of one is gone, and gone where all of it is', async () => {
    const { set } = newSet();
    set.add(live(...range(0, 10)));
    set.remove(range(0, 6).map(anId));
    set.add(live(20));
    await set.settled();
    expect(set.live.map(({ segment }) => segment.size).toSorted()).toEqual([1, 4]);
    set.remove([anId(20)]);
    set.add(live(21));
    await set.settled();
    expect(liveIds(set.live)).toEqual([6, 7, 8, 9, 21]);
    expect(set.live).toHaveLength(2);
  });

  test('of the same id keep the last of one segment, and find it', () => {
    const { set } = newSet();
    set.add({ segment: segmentOf([1, 2, 1, 3].map(anId)), deleted: withDeleted(null, 4, [0]) });
    expect(set.size).toBe(3);
    set.remove([anId(1)]);
    expect(liveIds(set.live)).toEqual([2, 3]);
  });

  test('that were looked at stay as they were', () => {
    const { set } = newSet([live(1, 2)]);
    const before = set.live;
    set.remove([anId(1)]);
    expect(liveIds(before)).toEqual([1, 2]);
    expect(liveIds(set.live)).toEqual([2]);
  });

  test('are gone at once when all is forgotten, and nothing of a merge comes back', async () => {
    const { set, log } = newSet();
    for (const number of range(0, 4)) set.add(live(number));
    set.clear();
    await set.settled();
    expect([set.live, set.size, log.messages]).toEqual([[], 0, []]);
    set.add(live(7));
    expect(liveIds(set.live)).toEqual([7]);
  });

  test('that cannot be merged are searched as they are, and the log says so', async () => {
    const { set, log } = newSet([], () => Promise.reject(new Error('no')));
    for (const number of range(0, 5)) set.add(live(number));
    await set.settled();
    expect(liveIds(set.live)).toEqual(range(0, 5));
    expect(log.messages).toEqual([
      'Segments of the search index could not be merged. Searches still work, but are slower until a later merge succeeds.',
    ]);
  });

  test('that cannot be merged are tried again now and then, and merged as soon as they can be', async () => {
    let fails = true;
    const { set, log } = newSet([], (sources, pause, abandoned) =>
      fails ? Promise.reject(new Error('no')) : merge(sources, pause, abandoned),
    );
    for (const number of range(0, 200)) {
      set.add(live(number));
      await set.settled();
    }
    expect(log.messages.length).toBeGreaterThan(1);
    expect(log.messages.length).toBeLessThan(6);
    fails = false;
    for (const number of range(200, 500)) {
      set.add(live(number));
      await set.settled();
    }
    expect(liveIds(set.live)).toEqual(range(0, 500));
    expect(set.live.length).toBeLessThanOrEqual(9);
  });

  test('are merged no more when they are told to stop', async () => {
    const { set } = newSet();
    for (const number of range(0, 4)) set.add(live(number));
    set.stop();
    for (const number of range(4, 9)) set.add(live(number));
    await set.settled();
    expect(set.live).toHaveLength(9);
  });

  test('keep no process from its end when they are told to stop', async () => {
    let pieces = 0;
    const { set, log } = newSet([], async (_, pause) => {
      for (;;) {
        pieces += 1;
        await pause();
      }
    });
    for (const number of range(0, 4)) set.add(live(number));
    while (pieces < 3) await new Promise((resolve) => setImmediate(resolve));
    set.stop();
    await set.settled();
    expect([set.live.length, log.messages]).toEqual([4, []]);
  });
});

describe('the bits of deleted documents', () => {
  test('are counted, and told apart from those before', () => {
    const before = withDeleted(null, 20, [0, 7, 8]);
    const now = withDeleted(before, 20, [8, 19, 1]);
    expect([deletedCount(before ?? new Uint8Array()), deletedCount(now ?? new Uint8Array())]).toEqual([3, 5]);
    expect([...newlyDeleted(before, now)]).toEqual([1, 19]);
    expect([...newlyDeleted(null, before)]).toEqual([0, 7, 8]);
    expect(range(0, 20).filter((number) => isDeleted(now, number))).toEqual([0, 1, 7, 8, 19]);
    expect(withDeleted(null, 20, [])).toBeNull();
  });
});

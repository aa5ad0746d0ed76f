import type { Collection, Range, WritableCollection } from '../../../src/ports/store.ts';
import { type Rows, rowsInRange, storedValue } from './rows.ts';

/** What a change has done to one kind of record so far: records by key, undefined where it was deleted. */
export type Writes = Map<string, unknown>;

interface Source {
  readonly valueOf: (key: string) => unknown;
  readonly inRange: (range: Range | undefined) => readonly (readonly [string, unknown])[];
}

function readFrom<Value>({ valueOf, inRange }: Source): Collection<Value> {
  // What is stored under a kind was put there as a value of that kind.
  const getNow = (key: string) => valueOf(key) as Value | undefined;
  const get = async (key: string) => getNow(key);
  return {
    get,
    getNow,
    getMany: (keys) => Promise.all(keys.map(get)),
    has: async (key) => valueOf(key) !== undefined,
    async *entries(range) {
      for (const [key, value] of inRange(range)) yield [key, value as Value] as const;
    },
    async *keys(range) {
      for (const [key] of inRange(range)) yield key;
    },
  };
}

/** Reads of what is committed at the time of each call. */
export function committedCollection<Value>(rows: Rows): Collection<Value> {
  return readFrom({ valueOf: (key) => rows.get(key), inRange: (range) => rowsInRange(rows, range) });
}

/** Reads and writes of a change: its own `writes` lie over what is committed. */
export function changedCollection<Value>(rows: Rows, writes: Writes): WritableCollection<Value> {
  const reads = readFrom<Value>({
    valueOf: (key) => (writes.has(key) ? writes.get(key) : rows.get(key)),
    inRange: (range) => {
      const changed = new Map(rows);
      applyWrites(changed, writes);
      return rowsInRange(changed, range);
    },
  });
  return {
    ...reads,
    put: (key, value) => {
      writes.set(key, storedValue(value));
    },
    delete: (key) => {
      writes.set(key, undefined);
    },
  };
}

/** Carries the writes out on `rows`. */
export function applyWrites(rows: Map<string, unknown>, writes: Writes): void {
  for (const [key, value] of writes) {
    if (value === undefined) rows.delete(key);
    else rows.set(key, value);
  }
}

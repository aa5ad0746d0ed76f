import type { Collection, Range, WritableCollection } from '../../../src/ports/store.ts';
import { type Rows, rowsInRange } from './rows.ts';

/** What a change has done to one kind of record so far: JSON text by key, undefined where it was deleted. */
export type Writes = Map<string, string | undefined>;

interface Source {
  readonly textOf: (key: string) => string | undefined;
  readonly inRange: (range: Range | undefined) => readonly (readonly [string, string])[];
}

function readFrom<Value>({ textOf, inRange }: Source): Collection<Value> {
  // What is stored under a kind was put there as a value of that kind.
  const parse = (text: string) => JSON.parse(text) as Value;
  const getNow = (key: string) => {
    const text = textOf(key);
    return text === undefined ? undefined : parse(text);
  };
  const get = async (key: string) => getNow(key);
  return {
    get,
    getNow,
    getMany: (keys) => Promise.all(keys.map(get)),
    has: async (key) => textOf(key) !== undefined,
    async *entries(range) {
      for (const [key, text] of inRange(range)) yield [key, parse(text)] as const;
    },
    async *keys(range) {
      for (const [key] of inRange(range)) yield key;
    },
  };
}

/** Reads of what is committed at the time of each call. */
export function committedCollection<Value>(rows: Rows): Collection<Value> {
  return readFrom({ textOf: (key) => rows.get(key), inRange: (range) => rowsInRange(rows, range) });
}

/** Reads and writes of a change: its own `writes` lie over what is committed. */
export function changedCollection<Value>(rows: Rows, writes: Writes): WritableCollection<Value> {
  const reads = readFrom<Value>({
    textOf: (key) => (writes.has(key) ? writes.get(key) : rows.get(key)),
    inRange: (range) => {
      const changed = new Map(rows);
      applyWrites(changed, writes);
      return rowsInRange(changed, range);
    },
  });
  return {
    ...reads,
    put: (key, value) => {
      writes.set(key, JSON.stringify(value));
    },
    delete: (key) => {
      writes.set(key, undefined);
    },
  };
}

/** Carries the writes out on `rows`. */
export function applyWrites(rows: Map<string, string>, writes: Writes): void {
  for (const [key, text] of writes) {
    if (text === undefined) rows.delete(key);
    else rows.set(key, text);
  }
}

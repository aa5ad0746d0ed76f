import type { Collection, Range, WritableCollection } from '../../../src/ports/store.ts';
import { type Rows, rowsInRange } from './rows.ts';

/** What a change has done to one kind of record so far: JSON text by key, undefined where it was deleted. */
export type Writes = Map<string, string | undefined>;

interface Source {
  readonly parse: Parse;
  readonly textOf: (key: string) => string | undefined;
  readonly inRange: (range: Range | undefined) => readonly (readonly [string, string])[];
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

/** What is stored as a text. */
export type Parse = (text: string) => unknown;

/** A new value at each call, as stores give. */
export const parse: Parse = (text) => JSON.parse(text);

const lastParsed = new Map<string, unknown>();
const maxParsed = 1_000;

/**
 * One value for all readers, which none can change. Long tests, of what never changes records, take a quarter less time with it than
 * with `parse`.
 */
export const parseOnce: Parse = (text) => {
  const known = lastParsed.get(text);
  if (known !== undefined) return known;
  if (lastParsed.size >= maxParsed) lastParsed.clear();
  const value = frozen(parse(text));
  lastParsed.set(text, value);
  return value;
};

function readFrom<Value>({ parse: read, textOf, inRange }: Source): Collection<Value> {
  // What is stored under a kind was put there as a value of that kind.
  const recordOf = (text: string) => read(text) as Value;
  const getNow = (key: string) => {
    const text = textOf(key);
    return text === undefined ? undefined : recordOf(text);
  };
  const get = async (key: string) => getNow(key);
  return {
    get,
    getNow,
    getMany: (keys) => Promise.all(keys.map(get)),
    has: async (key) => textOf(key) !== undefined,
    async *entries(range) {
      for (const [key, text] of inRange(range)) yield [key, recordOf(text)] as const;
    },
    async *keys(range) {
      for (const [key] of inRange(range)) yield key;
    },
  };
}

/** Reads of what is committed at the time of each call. */
export function committedCollection<Value>(rows: Rows, read: Parse): Collection<Value> {
  return readFrom({ parse: read, textOf: (key) => rows.get(key), inRange: (range) => rowsInRange(rows, range) });
}

/** Reads and writes of a change: its own `writes` lie over what is committed. */
export function changedCollection<Value>(rows: Rows, writes: Writes, read: Parse): WritableCollection<Value> {
  const reads = readFrom<Value>({
    parse: read,
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

import type { Collection, Range, WritableCollection } from '../../../src/ports/store.ts';
import { type Rows, rowsInRange } from './rows.ts';

/** What a change has done to one kind of record so far: JSON text by key, undefined where it was deleted. */
export type Writes = Map<string, string | undefined>;

interface Source {
  readonly textOf: (key: string) => string | undefined;
  readonly inRange: (range: Range | undefined) => readonly (readonly [string, string])[];
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

/** What was read last, by its text: parsing each record again takes a tenth of the time of long tests. */
const lastParsed = new Map<string, unknown>();
const maxParsed = 1_000;

function parsed(text: string): unknown {
  const known = lastParsed.get(text);
  if (known !== undefined) return known;
  if (lastParsed.size >= maxParsed) lastParsed.clear();
  // Readers share it, so none may change it.
  const value = frozen(JSON.parse(text));
  lastParsed.set(text, value);
  return value;
}

function readFrom<Value>({ textOf, inRange }: Source): Collection<Value> {
  // What is stored under a kind was put there as a value of that kind.
  const parse = (text: string) => parsed(text) as Value;
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

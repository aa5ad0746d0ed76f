import type { Change, Collection, Kind, Kinds, Range, WritableCollection } from '../../ports/store.ts';
import { type Database, readEntries, readKeys, readRecord } from './database.ts';
import { boundsOf, isWithin, splitStoredKey, storedKey } from './keys.ts';
import type { PendingWrites } from './pending-writes.ts';
import type { RecordCache } from './record-cache.ts';
import { decodeRecord, encodeRecord } from './record-codec.ts';

export const kinds: readonly Kind[] = [
  'settings',
  'nodes',
  'children',
  'versions',
  'people',
  'groups',
  'memberships',
  'members',
  'organizations',
  'logins',
  'departures',
  'tokenFamilies',
  'oauthClients',
  'tickets',
  'apps',
  'replays',
  'purges',
  'references',
  'pins',
  'comments',
  'commentNodes',
  'ratings',
  'feedback',
  'contributions',
  'trash',
  'grants',
  'shares',
  'pictures',
  'texts',
  'nodeTexts',
  'followers',
];

/** Gives the open database; waits while it is being reopened. */
export type DatabaseSource = () => Database | Promise<Database>;

function decode<K extends Kind>(kind: K, stored: string, record: Buffer): Kinds[K] {
  // The checksum vouches for what was written, and only values of this kind are written under its keys.
  return decodeRecord(stored, record, kind, splitStoredKey(stored)[1]) as Kinds[K];
}

/** The kinds of which single records are read again and again. */
const cachedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'nodes',
  'people',
  'tokenFamilies',
  'oauthClients',
  'tickets',
  'apps',
]);

function readStored<K extends Kind>(
  kind: K,
  database: Database,
  stored: string,
  cache: RecordCache,
): Kinds[K] | undefined {
  const record = readRecord(database, stored);
  if (record === undefined) return undefined;
  const value = decode(kind, stored, record);
  if (cachedKinds.has(kind)) cache.put(stored, value, record.length);
  return value;
}

/** A record as it is committed, kept where it is of a kind that is read again and again. */
const readCommitted = <K extends Kind>(
  kind: K,
  database: Database,
  stored: string,
  cache: RecordCache,
): Kinds[K] | undefined =>
  // Only what `readStored` put there under a key of this kind comes out again.
  (cache.get(stored) as Kinds[K] | undefined) ?? readStored(kind, database, stored, cache);

/** Reads of one kind as it is committed. */
export function committedCollection<K extends Kind>(
  kind: K,
  source: DatabaseSource,
  cache: RecordCache,
): Collection<Kinds[K]> {
  const read = (database: Database, key: string): Kinds[K] | undefined =>
    readCommitted(kind, database, storedKey(kind, key), cache);
  return {
    async get(key) {
      return read(await source(), key);
    },
    async getMany(keys) {
      const database = await source();
      return keys.map((key) => read(database, key));
    },
    async has(key) {
      return readRecord(await source(), storedKey(kind, key)) !== undefined;
    },
    async *entries(range) {
      let left = range?.limit ?? Number.POSITIVE_INFINITY;
      if (left <= 0) return;
      for await (const [stored, record] of readEntries(await source(), boundsOf(kind, range))) {
        yield [splitStoredKey(stored)[1], decode(kind, stored, record)] as const;
        left -= 1;
        if (left <= 0) return;
      }
    },
    async *keys(range) {
      let left = range?.limit ?? Number.POSITIVE_INFINITY;
      if (left <= 0) return;
      for await (const stored of readKeys(await source(), boundsOf(kind, range))) {
        yield splitStoredKey(stored)[1];
        left -= 1;
        if (left <= 0) return;
      }
    },
  };
}

const byBytes = (a: readonly [Buffer, ...unknown[]], b: readonly [Buffer, ...unknown[]]): number =>
  Buffer.compare(a[0], b[0]);

/** Puts unwritten entries over stored ones, both in the order of their keys. */
async function* overlaid(
  stored: AsyncIterable<[string, Buffer]>,
  above: readonly (readonly [Buffer, string, Buffer | null])[],
): AsyncGenerator<[string, Buffer]> {
  let next = 0;
  for await (const [key, record] of stored) {
    const keyBytes = Buffer.from(key);
    for (
      let entry = above[next];
      entry !== undefined && Buffer.compare(entry[0], keyBytes) < 0;
      entry = above[++next]
    ) {
      if (entry[2] !== null) yield [entry[1], entry[2]];
    }
    const same = above[next];
    if (same === undefined || same[1] !== key) yield [key, record];
  }
  for (const entry of above.slice(next)) if (entry[2] !== null) yield [entry[1], entry[2]];
}

/** The collections of one change, over what is committed and what earlier changes have pending. */
export interface ChangeWrites {
  readonly collections: Pick<Change, Kind>;
  readonly writes: ReadonlyMap<string, Buffer | null>;
}

export function openChangeWrites(database: Database, pending: PendingWrites, cache: RecordCache): ChangeWrites {
  const own = new Map<string, Buffer | null>();

  /** Undefined: neither this change nor a pending one wrote the key; null: one deleted it. */
  const unwritten = (stored: string): Buffer | null | undefined =>
    own.has(stored) ? own.get(stored) : pending.get(stored);

  const unwrittenWithin = (kind: Kind, range: Range | undefined) => {
    const bounds = boundsOf(kind, range);
    const prefix = storedKey(kind, range?.prefix ?? '');
    const merged = new Map<string, Buffer | null>();
    for (const writes of [pending.entries(), own.entries()]) {
      for (const [key, value] of writes) if (key.startsWith(prefix)) merged.set(key, value);
    }
    return [...merged]
      .map(([key, value]) => [Buffer.from(key), key, value] as const)
      .filter(([bytes]) => isWithin(bounds, bytes))
      .sort(byBytes);
  };

  const writable = <K extends Kind>(kind: K): WritableCollection<Kinds[K]> => {
    const records = async function* (range?: Range): AsyncGenerator<[string, Buffer]> {
      let left = range?.limit ?? Number.POSITIVE_INFINITY;
      if (left <= 0) return;
      const stored = readEntries(database, boundsOf(kind, range));
      for await (const entry of overlaid(stored, unwrittenWithin(kind, range))) {
        yield entry;
        left -= 1;
        if (left <= 0) return;
      }
    };
    const get = (key: string): Kinds[K] | undefined => {
      const stored = storedKey(kind, key);
      const record = unwritten(stored);
      if (record === undefined) return readCommitted(kind, database, stored, cache);
      return record === null ? undefined : decode(kind, stored, record);
    };
    return {
      get: async (key) => get(key),
      getMany: async (keys) => keys.map(get),
      async has(key) {
        const stored = storedKey(kind, key);
        const record = unwritten(stored);
        return record === undefined ? readRecord(database, stored) !== undefined : record !== null;
      },
      async *entries(range) {
        for await (const [key, record] of records(range)) {
          yield [splitStoredKey(key)[1], decode(kind, key, record)] as const;
        }
      },
      async *keys(range) {
        for await (const [key] of records(range)) yield splitStoredKey(key)[1];
      },
      put(key, value) {
        const stored = storedKey(kind, key);
        own.set(stored, encodeRecord(stored, value));
      },
      delete(key) {
        own.set(storedKey(kind, key), null);
      },
    };
  };

  // `kinds` names every kind, so every collection of a change is there.
  const collections = Object.fromEntries(kinds.map((kind) => [kind, writable(kind)])) as unknown as Pick<Change, Kind>;
  return { collections, writes: own };
}

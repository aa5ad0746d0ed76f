import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { Collection, Kind, Kinds } from '../../ports/store.ts';
import { boundsOf, splitStoredKey, storedKey } from '../records/keys.ts';
import { cachedKinds, decode } from '../records/kinds.ts';
import type { RecordCache } from '../records/record-cache.ts';
import { type Database, readEntries, readKeys, readRecord } from './database.ts';

/** Returns the open database; waits while LevelDB is being opened again. */
export type DatabaseSource = () => MaybePromise<Database>;

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

/** A committed record. Adds records of the cached kinds to the cache. */
export const readCommitted = <K extends Kind>(
  kind: K,
  database: Database,
  stored: string,
  cache: RecordCache,
): Kinds[K] | undefined =>
  // Only `readStored` fills the cache, so a key of this kind has a record of this kind.
  (cache.get(stored) as Kinds[K] | undefined) ?? readStored(kind, database, stored, cache);

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
    getNow: (key) => whenReady(source(), (database) => read(database, key)),
    async getMany(keys) {
      const database = await source();
      return keys.map((key) => read(database, key));
    },
    async has(key) {
      return readRecord(await source(), storedKey(kind, key)) !== undefined;
    },
    async *entries(range) {
      for await (const [stored, record] of readEntries(await source(), boundsOf(kind, range), range?.limit)) {
        yield [splitStoredKey(stored)[1], decode(kind, stored, record)] as const;
      }
    },
    async *keys(range) {
      for await (const stored of readKeys(await source(), boundsOf(kind, range), range?.limit)) {
        yield splitStoredKey(stored)[1];
      }
    },
  };
}

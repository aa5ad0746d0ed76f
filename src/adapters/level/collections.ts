import { type MaybePromise, whenReady } from '../../base/scheduling/maybe-promise.ts';
import type { Collection, Kind, Kinds } from '../../ports/store.ts';
import { type Database, readEntries, readKeys, readRecord } from './database.ts';
import { boundsOf, splitStoredKey, storedKey } from './keys.ts';
import type { RecordCache } from './record-cache.ts';
import { decodeRecord } from './record-codec.ts';

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
  'preferences',
  'nodeLists',
  'logins',
  'departures',
  'tokenFamilies',
  'oauthClients',
  'tickets',
  'apps',
  'replays',
  'repositoryKeys',
  'repositories',
  'purges',
  'references',
  'pins',
  'comments',
  'commentNodes',
  'ratings',
  'feedback',
  'usages',
  'appUsages',
  'contributions',
  'trash',
  'grants',
  'shares',
  'pictures',
  'texts',
  'nodeTexts',
  'exports',
  'harvests',
  'followers',
];

/** Returns the open database; waits while LevelDB is being opened again. */
export type DatabaseSource = () => MaybePromise<Database>;

export function decode<K extends Kind>(kind: K, stored: string, record: Buffer): Kinds[K] {
  // The checksum covers the key, and only records of this kind are written under its keys.
  return decodeRecord(stored, record, kind, splitStoredKey(stored)[1]) as Kinds[K];
}

/** Kinds whose records are often read one by one. */
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

import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Collection, Kind, Kinds } from '../../ports/store.ts';
import type { CommittedReads } from '../records/change-collections.ts';
import { type Bounds, boundsOf, splitStoredKey, storedKey } from '../records/keys.ts';
import { cachedKinds, decode } from '../records/kinds.ts';
import { createRecordCache, type RecordCache } from '../records/record-cache.ts';
import type { RecordsTable } from './records-table.ts';

/** The maximum size of the record cache, in bytes as stored. A record that is not cached costs a round trip. */
const recordCacheBytes = 32_000_000;

/** Reads that share a round trip. */
interface Batch {
  readonly keys: Set<string>;
  /** Keys that were committed while the batch was read, so that its records may be outdated. */
  readonly changed: Set<string>;
  readonly records: Promise<Map<string, Buffer>>;
}

/**
 * The committed records: the table, and before it a cache. Reads that begin in the same turn of the event loop are one round trip. A read
 * sees every change that was committed before it began.
 */
export class CommittedRecords implements CommittedReads {
  readonly #table: RecordsTable;
  readonly #cached = createRecordCache(recordCacheBytes);
  #next: Batch | undefined;
  readonly #running = new Set<Batch>();

  constructor(table: RecordsTable) {
    this.#table = table;
  }

  /** The cache, for the one who commits: `drop` also keeps records from being cached that are being read now. */
  readonly cache: RecordCache = {
    get: (key) => this.#cached.get(key),
    put: (key, record, bytes) => this.#cached.put(key, record, bytes),
    drop: (keys) => {
      const dropped = [...keys];
      this.#cached.drop(dropped);
      for (const { changed } of this.#running) for (const key of dropped) changed.add(key);
    },
    clear: () => {
      this.#cached.clear();
      for (const { changed, keys } of this.#running) for (const key of keys) changed.add(key);
    },
  };

  read<K extends Kind>(kind: K, stored: string): MaybePromise<Kinds[K] | undefined> {
    // Only records of this kind are cached under its keys.
    return (this.#cached.get(stored) as Kinds[K] | undefined) ?? this.#load(kind, stored);
  }

  async has(stored: string): Promise<boolean> {
    return this.#cached.get(stored) !== undefined || (await this.#batchWith(stored).records).has(stored);
  }

  entries(bounds: Bounds): AsyncIterable<[string, Buffer]> {
    return this.#table.entriesNow(bounds);
  }

  collection<K extends Kind>(kind: K): Collection<Kinds[K]> {
    const read = (key: string): MaybePromise<Kinds[K] | undefined> => this.read(kind, storedKey(kind, key));
    const table = this.#table;
    return {
      get: async (key) => read(key),
      getNow: read,
      getMany: (keys) => Promise.all(keys.map(read)),
      has: (key) => this.has(storedKey(kind, key)),
      async *entries(range) {
        for await (const [stored, record] of table.entries(boundsOf(kind, range), range?.limit)) {
          yield [splitStoredKey(stored)[1], decode(kind, stored, record)] as const;
        }
      },
      async *keys(range) {
        for await (const stored of table.keys(boundsOf(kind, range), range?.limit)) yield splitStoredKey(stored)[1];
      },
    };
  }

  async #load<K extends Kind>(kind: K, stored: string): Promise<Kinds[K] | undefined> {
    const batch = this.#batchWith(stored);
    const record = (await batch.records).get(stored);
    if (record === undefined) return undefined;
    const value = decode(kind, stored, record);
    if (cachedKinds.has(kind) && !batch.changed.has(stored)) this.#cached.put(stored, value, record.length);
    return value;
  }

  /** The batch that will be read next, with this key in it. */
  #batchWith(stored: string): Batch {
    this.#next ??= this.#openBatch();
    this.#next.keys.add(stored);
    return this.#next;
  }

  #openBatch(): Batch {
    const keys = new Set<string>();
    const records = yieldToEventLoop().then(() => {
      this.#next = undefined;
      this.#running.add(batch);
      return this.#table.readMany([...keys]).finally(() => this.#running.delete(batch));
    });
    const batch: Batch = { keys, changed: new Set(), records };
    return batch;
  }
}

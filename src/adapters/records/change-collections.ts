import { allReady, type MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Change, Kind, Kinds, Range, WritableCollection } from '../../ports/store.ts';
import type { ChangeWrites } from './change-writer.ts';
import { type Bounds, boundsOf, isWithin, splitStoredKey, storedKey } from './keys.ts';
import { decode, kinds } from './kinds.ts';
import type { PendingWrites } from './pending-writes.ts';
import { encodeRecord } from './record-codec.ts';

/** What a change reads of the committed records. */
export interface CommittedReads {
  read<K extends Kind>(kind: K, stored: string): MaybePromise<Kinds[K] | undefined>;
  has(stored: string): MaybePromise<boolean>;
  /** Records within bounds, in the order of their keys. */
  entries(bounds: Bounds): AsyncIterable<[string, Buffer]>;
}

const byBytes = (a: readonly [Buffer, ...unknown[]], b: readonly [Buffer, ...unknown[]]): number =>
  Buffer.compare(a[0], b[0]);

/** Merges uncommitted entries into stored ones; both are in key order. */
async function* merged(
  stored: AsyncIterable<[string, Buffer]>,
  uncommitted: readonly (readonly [Buffer, string, Buffer | null])[],
): AsyncGenerator<[string, Buffer]> {
  let next = 0;
  for await (const [key, record] of stored) {
    const keyBytes = Buffer.from(key);
    for (
      let entry = uncommitted[next];
      entry !== undefined && Buffer.compare(entry[0], keyBytes) < 0;
      entry = uncommitted[++next]
    ) {
      if (entry[2] !== null) yield [entry[1], entry[2]];
    }
    const same = uncommitted[next];
    if (same === undefined || same[1] !== key) yield [key, record];
  }
  for (const entry of uncommitted.slice(next)) if (entry[2] !== null) yield [entry[1], entry[2]];
}

/**
 * What a change reads: its own writes, then the writes of earlier changes that are not yet synced, then committed
 * records.
 */
interface ChangeSources {
  readonly committed: CommittedReads;
  readonly pending: PendingWrites;
  readonly own: Map<string, Buffer | null>;
}

/**
 * The uncommitted record under a key: undefined if neither this change nor a pending one wrote it, null if one deleted
 * it.
 */
const uncommittedRecord = ({ own, pending }: ChangeSources, stored: string): Buffer | null | undefined =>
  own.has(stored) ? own.get(stored) : pending.get(stored);

/** The uncommitted writes within a range, in the order of their keys. */
function uncommittedWithin({ own, pending }: ChangeSources, kind: Kind, range: Range | undefined) {
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
}

async function* recordsWithin(sources: ChangeSources, kind: Kind, range?: Range): AsyncGenerator<[string, Buffer]> {
  let left = range?.limit ?? Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  const stored = sources.committed.entries(boundsOf(kind, range));
  for await (const entry of merged(stored, uncommittedWithin(sources, kind, range))) {
    yield entry;
    left -= 1;
    if (left <= 0) return;
  }
}

/** A collection within a change: reads see what the change has written. */
class ChangeCollection<K extends Kind> implements WritableCollection<Kinds[K]> {
  readonly #sources: ChangeSources;
  readonly #kind: K;

  constructor(sources: ChangeSources, kind: K) {
    this.#sources = sources;
    this.#kind = kind;
  }

  getNow(key: string): MaybePromise<Kinds[K] | undefined> {
    const stored = storedKey(this.#kind, key);
    const record = uncommittedRecord(this.#sources, stored);
    if (record === undefined) return this.#sources.committed.read(this.#kind, stored);
    return record === null ? undefined : decode(this.#kind, stored, record);
  }

  async get(key: string): Promise<Kinds[K] | undefined> {
    return this.getNow(key);
  }

  async getMany(keys: readonly string[]): Promise<(Kinds[K] | undefined)[]> {
    return allReady(keys.map((key) => this.getNow(key)));
  }

  async has(key: string): Promise<boolean> {
    const stored = storedKey(this.#kind, key);
    const record = uncommittedRecord(this.#sources, stored);
    return record === undefined ? this.#sources.committed.has(stored) : record !== null;
  }

  async *entries(range?: Range): AsyncGenerator<readonly [string, Kinds[K]]> {
    for await (const [key, record] of recordsWithin(this.#sources, this.#kind, range)) {
      yield [splitStoredKey(key)[1], decode(this.#kind, key, record)] as const;
    }
  }

  async *keys(range?: Range): AsyncGenerator<string> {
    for await (const [key] of recordsWithin(this.#sources, this.#kind, range)) yield splitStoredKey(key)[1];
  }

  put(key: string, value: Kinds[K]): void {
    const stored = storedKey(this.#kind, key);
    this.#sources.own.set(stored, encodeRecord(stored, value));
  }

  delete(key: string): void {
    this.#sources.own.set(storedKey(this.#kind, key), null);
  }
}

export function openChangeWrites(
  committed: CommittedReads,
  pending: PendingWrites,
  afterCommit: Change['afterCommit'],
): ChangeWrites {
  const sources: ChangeSources = { committed, pending, own: new Map() };
  const change: Partial<Record<Kind | 'afterCommit', unknown>> = { afterCommit };
  for (const kind of kinds) change[kind] = new ChangeCollection(sources, kind);
  // `kinds` contains every kind, so no collection is missing.
  return { change: change as unknown as Change, writes: sources.own };
}

import { LRUCache } from 'lru-cache';
import type { ContentHash } from '../../base/ids.ts';
import { makerVersion, type ThumbnailRecord } from '../../domain/renditions/thumbnail.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { unlessDamaged } from '../records/damaged-records.ts';

/** Maximum number of records in memory. */
const maxCached = 50_000;

/** The cached value if the store has no record. */
const noRecord = 'no record';

/** The records of thumbnails, by content. */
export class ThumbnailRecords {
  readonly #store: Store;
  readonly #log: Log;
  readonly #cache = new LRUCache<ContentHash, ThumbnailRecord | typeof noRecord>({
    // With `max` it would take its memory at once.
    maxSize: maxCached,
    sizeCalculation: () => 1,
  });
  /** Counts changes, because a record that was read before a change must not be cached after it. */
  #changes = 0;

  constructor({ store, log }: Pick<Seams, 'store' | 'log'>) {
    this.#store = store;
    this.#log = log;
    store.onCommit((kind, key) => {
      if (kind !== 'pictures') return;
      this.#changes += 1;
      this.#cache.delete(key as ContentHash);
    });
  }

  /** The record in memory; null if there is none, undefined if `load` has to be called first. */
  cached(hash: ContentHash): ThumbnailRecord | null | undefined {
    const cached = this.#cache.get(hash);
    return cached === noRecord ? null : cached;
  }

  async load(hash: ContentHash): Promise<ThumbnailRecord | undefined> {
    const before = this.#changes;
    const record = await this.#stored(hash);
    if (this.#changes === before) this.#cache.set(hash, record ?? noRecord);
    return record;
  }

  async get(hash: ContentHash): Promise<ThumbnailRecord | undefined> {
    return this.cached(hash) ?? (await this.load(hash));
  }

  put(hash: ContentHash, record: ThumbnailRecord): Promise<void> {
    return this.#store.change(async (change) => {
      change.pictures.put(hash, record);
    });
  }

  /**
   * The stored record; undefined for a damaged one, and for one of an older version: the thumbnail is then generated
   * again.
   */
  async #stored(hash: ContentHash): Promise<ThumbnailRecord | undefined> {
    const record = await unlessDamaged(this.#store.pictures.get(hash), ({ message }) =>
      this.#log.warn('The record of a thumbnail is damaged. The thumbnail is generated again.', {
        content: hash,
        reason: message,
      }),
    );
    return record?.maker === makerVersion ? record : undefined;
  }
}

import { createLruCache } from '../../base/caching/lru-cache.ts';
import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { makerVersion, type ThumbnailRecord } from '../../domain/renditions/thumbnail.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import { DamagedRecord, type Store } from '../../ports/store.ts';

/** Records in memory. */
const maxCached = 50_000;

/** The records of thumbnails, by content. */
export class ThumbnailRecords {
  readonly #store: Store;
  readonly #log: Log;
  /** Null: the store has no record. */
  readonly #cache = createLruCache<ThumbnailRecord | null>(maxCached);
  /** A record that was read before a change must not be cached after it. */
  #changes = 0;

  constructor({ store, log }: Pick<Seams, 'store' | 'log'>) {
    this.#store = store;
    this.#log = log;
    store.onCommit((kind, key) => {
      if (kind !== 'pictures') return;
      this.#changes += 1;
      this.#cache.drop(key);
    });
  }

  /** Null if there is no record. Undefined if it has to be loaded first. */
  cached(hash: ContentHash): ThumbnailRecord | null | undefined {
    return this.#cache.get(hash);
  }

  async load(hash: ContentHash): Promise<ThumbnailRecord | undefined> {
    const before = this.#changes;
    const record = await this.#stored(hash);
    if (this.#changes === before) this.#cache.set(hash, record ?? null);
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

  /** Records are a cache: the thumbnail of a damaged one, or of one from an older version, is generated again. */
  async #stored(hash: ContentHash): Promise<ThumbnailRecord | undefined> {
    try {
      const record = await this.#store.pictures.get(hash);
      return record?.maker === makerVersion ? record : undefined;
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      this.#log.warn('The record of a thumbnail is damaged. The thumbnail is generated again.', {
        content: hash,
        reason: messageOf(error),
      });
      return undefined;
    }
  }
}

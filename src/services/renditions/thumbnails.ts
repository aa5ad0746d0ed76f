import { LRUCache } from 'lru-cache';
import type { ContentHash } from '../../base/ids.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { isRetryDue } from '../../domain/renditions/failed-attempts.ts';
import {
  type Extent,
  makerVersion,
  noThumbnail,
  type ThumbnailRecord,
  type ThumbnailSize,
} from '../../domain/renditions/thumbnail.ts';
import { thumbnailSourceOf } from '../../domain/renditions/thumbnail-source.ts';
import type { Seams } from '../../ports/seams.ts';
import { deleteWhere } from './delete-where.ts';
import { headOf, openContent } from './stored-contents.ts';
import { ThumbnailRecords } from './thumbnail-records.ts';

/** The thumbnail of a content, in its sizes. */
export type ThumbnailView = NonNullable<ThumbnailRecord['picture']>;

interface MakeOptions {
  /** Whether a request waits for the thumbnail. */
  readonly urgent: boolean;
  /** The owner of the content. Queued tasks of different owners alternate. */
  readonly owner?: string;
  /** Whether to leave the second attempt to the caller if the maker's process ends for an unknown reason. */
  readonly once?: boolean;
}

/** The thumbnails of contents. They depend only on the bytes: all nodes with the same content share one. */
export interface ThumbnailService {
  /** The result of the last attempt, or undefined if an attempt is due. Mostly returned from memory, without a promise. */
  known(hash: ContentHash): MaybePromise<ThumbnailRecord | undefined>;
  /**
   * Like `known`, but makes an attempt if one is due. Undefined for a content that cannot have a thumbnail. Rejects if the
   * content cannot be read, and with `Unavailable` if no thumbnails can be generated now.
   */
  make(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined>;
  /** Whether the last attempt failed and is to be repeated. */
  hasFailed(hash: ContentHash): Promise<boolean>;
  /** The bytes of a thumbnail. If they are lost or damaged, generates it again. Undefined if that fails. */
  read(hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined>;
  /** The large thumbnail, scaled down. Undefined if `read` fails or too many requests are waiting. */
  resized(hash: ContentHash, extent: Extent): Promise<Buffer | undefined>;
  /** The standard thumbnail as PNG. Undefined if `read` fails. */
  png(hash: ContentHash): Promise<Buffer | undefined>;
  /** Deletes the thumbnails of contents that were deleted. Resolves to their number. */
  sweep(): Promise<number>;
}

/** The maximum size of all scaled thumbnails in memory, in bytes. */
const maxResizedBytes = 32_000_000;
/** The maximum number of thumbnails that are being scaled or wait for it. */
const maxResizing = 40;

type ThumbnailSeams = Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'thumbnailMaker' | 'thumbnailCache'>;

class CachedThumbnails implements ThumbnailService {
  readonly #seams: ThumbnailSeams;
  readonly #records: ThumbnailRecords;
  readonly #making = new Map<ContentHash, Promise<ThumbnailRecord | undefined>>();
  readonly #resized = new LRUCache<string, Buffer>({
    maxSize: maxResizedBytes,
    sizeCalculation: ({ length }) => length,
  });
  readonly #resizing = new Map<string, Promise<Buffer | undefined>>();

  constructor(seams: ThumbnailSeams) {
    this.#seams = seams;
    this.#records = new ThumbnailRecords(seams);
  }

  known(hash: ContentHash): MaybePromise<ThumbnailRecord | undefined> {
    const cached = this.#records.cached(hash);
    if (cached !== undefined) return this.#unlessDue(cached ?? undefined);
    return this.#records.load(hash).then((record) => this.#unlessDue(record));
  }

  async make(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined> {
    return (await this.known(hash)) ?? this.#makeShared(hash, how);
  }

  async hasFailed(hash: ContentHash): Promise<boolean> {
    return (await this.#records.get(hash))?.tried !== undefined;
  }

  async read(hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined> {
    const cached = await this.#cachedBytes(hash, which);
    if (cached !== undefined) return cached;
    await this.#makeShared(hash, { urgent: true });
    return this.#cachedBytes(hash, which);
  }

  async resized(hash: ContentHash, extent: Extent): Promise<Buffer | undefined> {
    const key = `${hash}/${extent.width}/${extent.height}`;
    const known = this.#resized.get(key) ?? this.#resizing.get(key);
    if (known !== undefined) return known;
    if (this.#resizing.size >= maxResizing) return undefined;
    const resizing = this.#resize(hash, extent, key).finally(() => this.#resizing.delete(key));
    this.#resizing.set(key, resizing);
    return resizing;
  }

  async png(hash: ContentHash): Promise<Buffer | undefined> {
    const thumbnail = await this.read(hash, 'standard');
    const picture = (await this.known(hash))?.picture ?? null;
    if (picture === null || picture.mimeType === 'image/png') return thumbnail;
    return this.#seams.thumbnailMaker.resize(async () => thumbnail, picture.standard, { asPng: true });
  }

  async sweep(): Promise<number> {
    const { store, content, thumbnailCache } = this.#seams;
    // The keys of this kind are content hashes.
    const deleted = await deleteWhere(store, 'pictures', async (key) => !(await content.has(key as ContentHash)));
    for await (const hash of thumbnailCache.hashes()) {
      if (!(await store.pictures.has(hash))) await thumbnailCache.remove(hash);
    }
    return deleted;
  }

  /** The record; undefined if an attempt is due. */
  #unlessDue(record: ThumbnailRecord | undefined): ThumbnailRecord | undefined {
    if (record?.tried === undefined) return record;
    const { thumbnailMaker, clock } = this.#seams;
    return isRetryDue(record.tried, thumbnailMaker.limits, clock.now()) ? undefined : record;
  }

  /** Concurrent callers share one attempt. */
  #makeShared(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined> {
    const running = this.#making.get(hash);
    if (running !== undefined) return running;
    const making = this.#make(hash, how).finally(() => this.#making.delete(hash));
    this.#making.set(hash, making);
    return making;
  }

  async #make(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined> {
    const { content, clock, thumbnailMaker, thumbnailCache } = this.#seams;
    const source = thumbnailSourceOf(await headOf(content, hash, signatureBytes));
    if (source === undefined) return undefined;
    const before = (await this.#records.get(hash))?.tried;
    const outcome = await thumbnailMaker.make(source, () => openContent(content, hash), how);
    // The files are written first: for a record without files they would be generated again.
    if (outcome.made !== null) await thumbnailCache.write(hash, outcome.bytes);
    const record =
      outcome.made === null
        ? noThumbnail({ ...outcome, before }, thumbnailMaker.limits, clock.now())
        : { maker: makerVersion, picture: outcome.made };
    await this.#records.put(hash, record);
    return record;
  }

  async #cachedBytes(hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined> {
    const thumbnail = (await this.known(hash))?.picture ?? null;
    return thumbnail === null ? undefined : this.#seams.thumbnailCache.read(hash, which, thumbnail[which].size);
  }

  async #resize(hash: ContentHash, extent: Extent, key: string): Promise<Buffer | undefined> {
    // The maker runs one task at a time. If the task had to generate the thumbnail, it would wait for itself.
    if ((await this.read(hash, 'large')) === undefined) return undefined;
    const resized = await this.#seams.thumbnailMaker.resize(() => this.#cachedBytes(hash, 'large'), extent);
    if (resized !== undefined) this.#resized.set(key, resized);
    return resized;
  }
}

export const createThumbnailService = (seams: ThumbnailSeams): ThumbnailService => new CachedThumbnails(seams);

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLruCache } from '../../base/caching/lru-cache.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import {
  type Extent,
  makerVersion,
  noThumbnail,
  type ThumbnailRecord,
  type ThumbnailSize,
} from '../../domain/renditions/thumbnail.ts';
import { signatureBytes, thumbnailSourceOf } from '../../domain/renditions/thumbnail-source.ts';
import { isRetryDue } from '../../domain/renditions/work-limits.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Seams } from '../../ports/seams.ts';
import { ThumbnailRecords } from './thumbnail-records.ts';

/** The thumbnail of a content, in its sizes. */
export type ThumbnailView = NonNullable<ThumbnailRecord['picture']>;

interface MakeOptions {
  /** A request waits for it. */
  readonly urgent: boolean;
  /** Owners are served in turn. */
  readonly owner?: string;
  /** If the maker may have been ended from outside, leave the second attempt to the caller. */
  readonly once?: boolean;
}

/** The thumbnails of contents. They depend only on the bytes: all nodes with the same content share one. */
export interface ThumbnailService {
  /** The result of the last attempt, or undefined if an attempt is due. Mostly answered from memory, without a promise. */
  known(hash: ContentHash): ThumbnailRecord | undefined | Promise<ThumbnailRecord | undefined>;
  /**
   * Like `known`, but makes the attempt if it is due. Undefined for a content that cannot have a thumbnail. Rejects if the
   * content cannot be read, and with `Unavailable` if no thumbnails can be generated now.
   */
  make(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined>;
  /** Whether an attempt failed. Contents without any attempt come first. */
  hasFailed(hash: ContentHash): Promise<boolean>;
  /** The bytes of a thumbnail. If they are lost or damaged, they are generated again; undefined if that fails. */
  read(hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined>;
  /** The large thumbnail scaled down; the same bytes each time. Undefined like `read`, or if too many requests wait. */
  resized(hash: ContentHash, extent: Extent): Promise<Buffer | undefined>;
  /** Deletes the thumbnails of contents that were deleted. Resolves to their number. */
  sweep(): Promise<number>;
}

/** Bytes of scaled thumbnails in memory. */
const maxResizedBytes = 32_000_000;
/** Thumbnails that are being scaled, or wait for it. */
const maxResizing = 40;
/** Records deleted in one change. It bounds how long other callers wait. */
const deletionBatch = 200;

type ThumbnailSeams = Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'thumbnailMaker' | 'thumbnailCache'>;

async function openContent(content: ContentStore, hash: ContentHash): Promise<Readable> {
  const bytes = await content.read(hash);
  if (bytes !== undefined) return bytes;
  throw new RepositoryError('NotFound', `The content ${hash} is missing on disk. Restore it from a backup.`);
}

async function headOf(content: ContentStore, hash: ContentHash): Promise<Buffer> {
  const head = await content.read(hash, { start: 0, end: signatureBytes - 1 });
  return head === undefined ? Buffer.alloc(0) : buffer(head);
}

class CachedThumbnails implements ThumbnailService {
  readonly #seams: ThumbnailSeams;
  readonly #records: ThumbnailRecords;
  readonly #making = new Map<ContentHash, Promise<ThumbnailRecord | undefined>>();
  readonly #resized = createLruCache<Buffer>(maxResizedBytes);
  readonly #resizing = new Map<string, Promise<Buffer | undefined>>();

  constructor(seams: ThumbnailSeams) {
    this.#seams = seams;
    this.#records = new ThumbnailRecords(seams);
  }

  known(hash: ContentHash): ThumbnailRecord | undefined | Promise<ThumbnailRecord | undefined> {
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

  async sweep(): Promise<number> {
    const { store, content, thumbnailCache } = this.#seams;
    const gone: ContentHash[] = [];
    for await (const key of store.pictures.keys()) {
      // The keys of this kind are content hashes.
      if (!(await content.has(key as ContentHash))) gone.push(key as ContentHash);
    }
    for (let start = 0; start < gone.length; start += deletionBatch) {
      await store.change(async (change) => {
        for (const hash of gone.slice(start, start + deletionBatch)) change.pictures.delete(hash);
      });
    }
    for await (const hash of thumbnailCache.hashes()) {
      if (!(await store.pictures.has(hash))) await thumbnailCache.remove(hash);
    }
    return gone.length;
  }

  /** Undefined if a first or another attempt is due. */
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
    const source = thumbnailSourceOf(await headOf(content, hash));
    if (source === undefined) return undefined;
    const before = (await this.#records.get(hash))?.tried;
    const outcome = await thumbnailMaker.make(source, () => openContent(content, hash), how);
    // The files come first: a record without files would have them generated again.
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
    // The maker works on one task at a time. If `open` had to generate the thumbnail, it would wait for itself.
    if ((await this.read(hash, 'large')) === undefined) return undefined;
    const resized = await this.#seams.thumbnailMaker.resize(() => this.#cachedBytes(hash, 'large'), extent);
    if (resized !== undefined) this.#resized.set(key, resized, resized.length);
    return resized;
  }
}

export const createThumbnailService = (seams: ThumbnailSeams): ThumbnailService => new CachedThumbnails(seams);

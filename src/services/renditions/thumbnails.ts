import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createLruCache } from '../../base/caching/lru-cache.ts';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
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
import type { Seams } from '../../ports/seams.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** A content's picture: it is there, or there is none. */
export type ThumbnailView = NonNullable<ThumbnailRecord['picture']>;

interface MakeOptions {
  /** A request waits for it. */
  readonly urgent: boolean;
  /** Owners take turns. */
  readonly owner?: string;
  /** Where it may have been ended from outside, leave the second try to the caller. */
  readonly once?: boolean;
}

/** The pictures of contents. They depend on the bytes alone: all nodes with the same content share one. */
export interface ThumbnailService {
  /** What came of making it, where somebody tried and need not try again. Mostly known without asking the store. */
  known(hash: ContentHash): ThumbnailRecord | undefined | Promise<ThumbnailRecord | undefined>;
  /**
   * The same, after trying where nobody did. Undefined where there can be none of such a content. Rejects where the
   * content cannot be read, or with `Unavailable` where pictures cannot be made now.
   */
  make(hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined>;
  /** Whether it was tried in vain: what nobody has tried comes first. */
  hasFailed(hash: ContentHash): Promise<boolean>;
  /** The bytes of a kept picture. Where they were lost or damaged it is made anew; undefined where it does not come out any more. */
  read(hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined>;
  /** The large picture, made smaller; equal to what it was at the last time. Undefined as `read`, or where too many wait. */
  resized(hash: ContentHash, extent: Extent): Promise<Buffer | undefined>;
  /** Forgets what was made of contents that are there no more. Resolves to how many there were. */
  sweep(): Promise<number>;
}

/** Records that are known without asking the store. */
const mostKnown = 50_000;
/** Of pictures in other sizes, in bytes. */
const mostResized = 32_000_000;
/** Pictures that are made in other sizes, or wait for it, at a time. */
const mostResizing = 40;

export function createThumbnailService(
  seams: Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'thumbnailMaker' | 'thumbnailCache'>,
): ThumbnailService {
  const { store, content, clock, log, thumbnailMaker: pictureMaker, thumbnailCache: pictureCache } = seams;
  // Null: the store has none.
  const lately = createLruCache<ThumbnailRecord | null>(mostKnown);
  const sizes = createLruCache<Buffer>(mostResized);
  const resizing = new Map<string, Promise<Buffer | undefined>>();
  const making = new Map<ContentHash, Promise<ThumbnailRecord | undefined>>();
  // What was read before a change is not kept after it.
  let changes = 0;
  store.onCommit((kind, key) => {
    if (kind !== 'pictures') return;
    changes += 1;
    lately.drop(key);
  });

  /** They are a cache: a damaged one is made anew. */
  const stored = async (hash: ContentHash): Promise<ThumbnailRecord | undefined> => {
    try {
      const found = await store.pictures.get(hash);
      return found?.maker === makerVersion ? found : undefined;
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      log.warn('What is known of a picture is damaged; it is made anew.', { content: hash, reason: messageOf(error) });
      return undefined;
    }
  };

  const load = async (hash: ContentHash): Promise<ThumbnailRecord | undefined> => {
    const before = changes;
    const record = await stored(hash);
    if (changes === before) lately.set(hash, record ?? null);
    return record;
  };

  /** Undefined where it is to be tried, be it again. */
  const settled = (record: ThumbnailRecord | undefined): ThumbnailRecord | undefined => {
    if (record?.tried === undefined) return record;
    return isRetryDue(record.tried, pictureMaker.limits, clock.now()) ? undefined : record;
  };

  const known = (hash: ContentHash): ThumbnailRecord | undefined | Promise<ThumbnailRecord | undefined> => {
    const found = lately.get(hash);
    return found === undefined ? load(hash).then(settled) : settled(found ?? undefined);
  };

  const open = async (hash: ContentHash): Promise<Readable> => {
    const bytes = await content.read(hash);
    if (bytes !== undefined) return bytes;
    throw new RepositoryError('NotFound', `The content ${hash} is missing on disk: restore a backup.`);
  };

  const headOf = async (hash: ContentHash): Promise<Buffer> => {
    const head = await content.read(hash, { start: 0, end: signatureBytes - 1 });
    return head === undefined ? Buffer.alloc(0) : buffer(head);
  };

  const remember = (hash: ContentHash, record: ThumbnailRecord): Promise<void> =>
    store.change(async (change) => {
      change.pictures.put(hash, record);
    });

  const last = async (hash: ContentHash): Promise<ThumbnailRecord | undefined> =>
    lately.get(hash) ?? (await load(hash));

  const makeNow = async (hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined> => {
    const source = thumbnailSourceOf(await headOf(hash));
    if (source === undefined) return undefined;
    const before = (await last(hash))?.tried;
    const outcome = await pictureMaker.make(source, () => open(hash), how);
    // The files come first: a record that has none makes it anew.
    if (outcome.made !== null) await pictureCache.write(hash, outcome.bytes);
    const record =
      outcome.made === null
        ? noThumbnail({ ...outcome, before }, pictureMaker.limits, clock.now())
        : { maker: makerVersion, picture: outcome.made };
    await remember(hash, record);
    return record;
  };

  const makeOnce = (hash: ContentHash, how: MakeOptions): Promise<ThumbnailRecord | undefined> => {
    const running = making.get(hash);
    if (running !== undefined) return running;
    const made = makeNow(hash, how).finally(() => making.delete(hash));
    making.set(hash, made);
    return made;
  };

  const kept = async (hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined> => {
    const picture = (await known(hash))?.picture ?? null;
    return picture === null ? undefined : pictureCache.read(hash, which, picture[which].size);
  };

  const read = async (hash: ContentHash, which: ThumbnailSize): Promise<Buffer | undefined> => {
    const there = await kept(hash, which);
    if (there !== undefined) return there;
    await makeOnce(hash, { urgent: true });
    return kept(hash, which);
  };

  const resizeNow = async (hash: ContentHash, extent: Extent, key: string): Promise<Buffer | undefined> => {
    // Looked for before its turn: what makes it anew would wait for that turn, too.
    if ((await read(hash, 'large')) === undefined) return undefined;
    const made = await pictureMaker.resize(() => kept(hash, 'large'), extent);
    if (made !== undefined) sizes.set(key, made, made.length);
    return made;
  };

  /** What names no content is deleted, some in one change, so that other callers get their turn in between. */
  const forget = (hashes: readonly ContentHash[]): Promise<void> =>
    store.change(async (change) => {
      for (const hash of hashes) change.pictures.delete(hash);
    });

  return {
    known,
    async make(hash, how) {
      return (await known(hash)) ?? makeOnce(hash, how);
    },
    hasFailed: async (hash) => (await last(hash))?.tried !== undefined,
    read,
    async resized(hash, extent) {
      const key = `${hash}/${extent.width}/${extent.height}`;
      const there = sizes.get(key) ?? resizing.get(key);
      if (there !== undefined) return there;
      if (resizing.size >= mostResizing) return undefined;
      const made = resizeNow(hash, extent, key).finally(() => resizing.delete(key));
      resizing.set(key, made);
      return made;
    },
    async sweep() {
      const gone: ContentHash[] = [];
      for await (const key of store.pictures.keys()) {
        // Only such names are keys of this kind.
        if (!(await content.has(key as ContentHash))) gone.push(key as ContentHash);
      }
      for (let start = 0; start < gone.length; start += 200) await forget(gone.slice(start, start + 200));
      for await (const hash of pictureCache.hashes()) {
        if (!(await store.pictures.has(hash))) await pictureCache.remove(hash);
      }
      return gone.length;
    },
  };
}

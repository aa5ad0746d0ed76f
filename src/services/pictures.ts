import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RepositoryError } from '../base/errors.ts';
import type { ContentHash } from '../base/ids.ts';
import { createLatelyUsed } from '../base/lately-used.ts';
import { type Extent, type KeptSize, makerVersion, type PictureRecord } from '../domain/picture.ts';
import { pictureSourceOf, tellingBytes } from '../domain/picture-source.ts';
import type { Seams } from '../ports/seams.ts';

/** A content's picture: it is there, or there is none. */
export type Picture = NonNullable<PictureRecord['picture']>;

/** The pictures of contents. They depend on the bytes alone: all nodes with the same content share one. */
export interface PictureService {
  /** What came of making it, where somebody tried. Mostly known without asking the store. */
  known(hash: ContentHash): PictureRecord | undefined | Promise<PictureRecord | undefined>;
  /**
   * The same, after trying where nobody did; `urgent`: somebody waits for it. Undefined where there can be none of such
   * a content. Rejects where the content cannot be read, or with `Unavailable` where pictures cannot be made now.
   */
  make(hash: ContentHash, how: { readonly urgent: boolean }): Promise<PictureRecord | undefined>;
  /** The bytes of a kept picture. Where they were lost it is made anew; undefined where it does not come out any more. */
  read(hash: ContentHash, which: KeptSize): Promise<Buffer | undefined>;
  /** The large picture, made smaller; equal to what it was at the last time. Undefined as `read`. */
  resized(hash: ContentHash, extent: Extent): Promise<Buffer | undefined>;
  /** Forgets what was made of contents that are there no more. Resolves to how many there were. */
  sweep(): Promise<number>;
}

/** Records that are known without asking the store. */
const mostKnown = 50_000;
/** Of pictures in other sizes, in bytes. */
const mostResized = 32_000_000;

export function createPictureService(
  seams: Pick<Seams, 'store' | 'content' | 'pictureMaker' | 'pictureCache'>,
): PictureService {
  const { store, content, pictureMaker, pictureCache } = seams;
  // Null: the store has none.
  const lately = createLatelyUsed<PictureRecord | null>(mostKnown);
  const sizes = createLatelyUsed<Buffer>(mostResized);
  const making = new Map<ContentHash, Promise<PictureRecord | undefined>>();
  // What was read before a change is not kept after it.
  let changes = 0;
  store.onCommit((kind, key) => {
    if (kind !== 'pictures') return;
    changes += 1;
    lately.drop(key);
  });

  const load = async (hash: ContentHash): Promise<PictureRecord | undefined> => {
    const before = changes;
    const found = await store.pictures.get(hash);
    const record = found?.maker === makerVersion ? found : undefined;
    if (changes === before) lately.set(hash, record ?? null);
    return record;
  };

  const known = (hash: ContentHash): PictureRecord | undefined | Promise<PictureRecord | undefined> => {
    const found = lately.get(hash);
    return found === undefined ? load(hash) : (found ?? undefined);
  };

  const open = async (hash: ContentHash): Promise<Readable> => {
    const bytes = await content.read(hash);
    if (bytes !== undefined) return bytes;
    throw new RepositoryError('StorageFailed', `The content ${hash} is missing on disk: restore a backup.`);
  };

  const headOf = async (hash: ContentHash): Promise<Buffer> => {
    const head = await content.read(hash, { start: 0, end: tellingBytes - 1 });
    return head === undefined ? Buffer.alloc(0) : buffer(head);
  };

  const remember = (hash: ContentHash, record: PictureRecord): Promise<void> =>
    store.change(async (change) => {
      change.pictures.put(hash, record);
    });

  const makeNow = async (hash: ContentHash, urgent: boolean): Promise<PictureRecord | undefined> => {
    const source = pictureSourceOf(await headOf(hash));
    if (source === undefined) return undefined;
    const outcome = await pictureMaker.make(source, () => open(hash), { urgent });
    const maker = makerVersion;
    // The files come first: a record that has none makes it anew.
    if (outcome.made !== null) await pictureCache.write(hash, outcome.bytes);
    const record =
      outcome.made === null ? { maker, picture: null, why: outcome.why } : { maker, picture: outcome.made };
    await remember(hash, record);
    return record;
  };

  const makeOnce = (hash: ContentHash, urgent: boolean): Promise<PictureRecord | undefined> => {
    const running = making.get(hash);
    if (running !== undefined) return running;
    const made = makeNow(hash, urgent).finally(() => making.delete(hash));
    making.set(hash, made);
    return made;
  };

  const kept = async (hash: ContentHash, which: KeptSize): Promise<Buffer | undefined> => {
    const picture = (await known(hash))?.picture ?? null;
    return picture === null ? undefined : pictureCache.read(hash, which, picture[which].size);
  };

  const read = async (hash: ContentHash, which: KeptSize): Promise<Buffer | undefined> => {
    const there = await kept(hash, which);
    if (there !== undefined) return there;
    await makeOnce(hash, true);
    return kept(hash, which);
  };

  /** What names no content is deleted, some in one change, so that other callers get their turn in between. */
  const forget = (hashes: readonly ContentHash[]): Promise<void> =>
    store.change(async (change) => {
      for (const hash of hashes) change.pictures.delete(hash);
    });

  return {
    known,
    async make(hash, { urgent }) {
      return (await known(hash)) ?? makeOnce(hash, urgent);
    },
    read,
    async resized(hash, extent) {
      const key = `${hash}/${extent.width}/${extent.height}`;
      const there = sizes.get(key);
      if (there !== undefined) return there;
      const large = await read(hash, 'large');
      if (large === undefined) return undefined;
      const made = await pictureMaker.resize(large, extent);
      sizes.set(key, made, made.length);
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

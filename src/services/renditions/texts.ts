import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { readerVersion, type TextRecord, withoutText } from '../../domain/renditions/extracted-text.ts';
import { textSourceOf } from '../../domain/renditions/text-source.ts';
import { type FailedAttempt, isRetryDue } from '../../domain/renditions/work-limits.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { createTextCacheService, invalidateText, textFollowerName } from './cached-texts.ts';

/** Extracts the texts of contents. They depend only on the bytes: all nodes with the same content share one. */
export interface TextService {
  /**
   * The result of extracting the text, after an attempt if a first or another one is due. Undefined for a content that
   * cannot have a text. `later` if an attempt failed and another may succeed: call it with `retry` after all new contents.
   * Rejects if the content cannot be read, and with `Unavailable` if no texts can be extracted now.
   */
  make(hash: ContentHash, how: { readonly retry: boolean }): Promise<TextRecord | 'later' | undefined>;
  /** If the cache of texts was deleted, deletes all records, so that the texts are extracted again. */
  prepare(): Promise<void>;
  /** Deletes the texts of contents that were deleted, and starts another attempt for texts that failed. */
  sweep(): Promise<void>;
}

type TextSeams = Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'textReader' | 'textCache'>;

/** Records deleted in one change. It bounds how long other callers wait. */
const deletionBatch = 200;

async function openContent(content: ContentStore, hash: ContentHash): Promise<Readable> {
  const bytes = await content.read(hash);
  if (bytes !== undefined) return bytes;
  throw new RepositoryError('NotFound', `The content ${hash} is missing on disk. Restore it from a backup.`);
}

async function headOf(content: ContentStore, hash: ContentHash): Promise<Buffer> {
  const head = await content.read(hash, { start: 0, end: signatureBytes - 1 });
  return head === undefined ? Buffer.alloc(0) : buffer(head);
}

async function keysWhere(
  store: Store,
  kind: 'texts' | 'nodeTexts',
  holds: (key: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store[kind].keys()) if (await holds(key)) keys.push(key);
  return keys;
}

async function deleteAll(store: Store, kind: 'texts' | 'nodeTexts', keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += deletionBatch) {
    await store.change(async (change) => {
      for (const key of keys.slice(start, start + deletionBatch)) change[kind].delete(key);
    });
  }
}

async function deleteOrphans({ store, content, textCache }: TextSeams): Promise<void> {
  // The keys of this kind are content hashes.
  const texts = await keysWhere(store, 'texts', async (key) => !(await content.has(key as ContentHash)));
  await deleteAll(store, 'texts', texts);
  const nodeTexts = await keysWhere(store, 'nodeTexts', async (key) => !(await store.nodes.has(key)));
  await deleteAll(store, 'nodeTexts', nodeTexts);
  for await (const hash of textCache.hashes()) if (!(await store.texts.has(hash))) await textCache.remove(hash);
}

/** Deletes the positions of older readers. They would keep the change log from being trimmed. */
async function deleteOldPositions(store: Store): Promise<void> {
  for await (const key of store.followers.keys({ prefix: 'texts-' })) {
    if (key !== textFollowerName) await store.change(async (change) => change.followers.delete(key));
  }
}

/** Extracts a text and stores it. Undefined if the type of the content has no text. */
async function extract(
  { content, clock, textReader, textCache }: TextSeams,
  hash: ContentHash,
  { once, before }: { readonly once: boolean; readonly before: FailedAttempt | undefined },
): Promise<TextRecord | undefined> {
  const source = textSourceOf(await headOf(content, hash));
  if (source === undefined) return undefined;
  const outcome = await textReader.read(source, () => openContent(content, hash), { once });
  if (outcome.text === null) return withoutText({ ...outcome, before }, textReader.limits, clock.now());
  // The file comes first: a record without a file would have the text extracted again.
  const bytes = await textCache.write(hash, outcome.text);
  const text = { bytes, cut: outcome.cut };
  return { reader: readerVersion, at: clock.now().toISOString(), text };
}

export function createTextService(seams: TextSeams): TextService {
  const { store, clock, textReader, textCache } = seams;
  const cached = createTextCacheService(seams);

  const isDue = ({ tried }: TextRecord): boolean => isRetryDue(tried, textReader.limits, clock.now());

  const isAnyDue = async (): Promise<boolean> => {
    for await (const [, record] of store.texts.entries()) if (isDue(record)) return true;
    return false;
  };

  return {
    async make(hash, { retry }) {
      const known = await cached.record(hash);
      if (known !== undefined && !isDue(known)) return known;
      if (known !== undefined && !retry) return 'later';
      const record = await extract(seams, hash, { once: !retry, before: known?.tried });
      if (record !== undefined) await store.change(async (change) => change.texts.put(hash, record));
      return record?.tried?.again === true ? 'later' : record;
    },
    async prepare() {
      await deleteOldPositions(store);
      if (!(await textCache.prepare()).wasGone) return;
      const lost = await keysWhere(store, 'texts', async () => true);
      if (lost.length === 0) return;
      await deleteAll(store, 'texts', lost);
      await store.change(async (change) => invalidateText(change));
    },
    async sweep() {
      await deleteOrphans(seams);
      if (await isAnyDue()) await store.change(async (change) => invalidateText(change));
    },
  };
}

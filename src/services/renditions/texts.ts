import type { ContentHash } from '../../base/ids.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { readerVersion, type TextRecord, withoutText } from '../../domain/renditions/extracted-text.ts';
import { type FailedAttempt, isRetryDue } from '../../domain/renditions/failed-attempts.ts';
import { textSourceOf } from '../../domain/renditions/text-source.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { createTextCacheService, invalidateText, textFollowerName } from './cached-texts.ts';
import { deleteWhere } from './delete-where.ts';
import { headOf, openContent } from './stored-contents.ts';

/** Extracts the texts of contents. They depend only on the bytes: all nodes with the same content share one. */
export interface TextService {
  /**
   * The result of the last attempt to extract the text. Makes an attempt if one is due. Undefined for a content that cannot
   * have a text. `later` if an attempt failed and another may succeed: then call this again, with `retry`, after all new
   * contents. Rejects if the content cannot be read, and with `Unavailable` if no texts can be extracted now.
   */
  make(hash: ContentHash, how: { readonly retry: boolean }): Promise<TextRecord | 'later' | undefined>;
  /** If the cache of texts was deleted, deletes all records, so that the texts are extracted again. */
  prepare(): Promise<void>;
  /** Deletes the texts of contents that were deleted, and starts another attempt for texts that failed. */
  sweep(): Promise<void>;
}

type TextSeams = Pick<Seams, 'store' | 'content' | 'clock' | 'log' | 'textReader' | 'textCache'>;

async function deleteOrphans({ store, content, textCache }: TextSeams): Promise<void> {
  // The keys of this kind are content hashes.
  await deleteWhere(store, 'texts', async (key) => !(await content.has(key as ContentHash)));
  await deleteWhere(store, 'nodeTexts', async (key) => !(await store.nodes.has(key)));
  for await (const hash of textCache.hashes()) if (!(await store.texts.has(hash))) await textCache.remove(hash);
}

/** Deletes the positions of older readers. They would keep the change log from being trimmed. */
async function deleteOldPositions(store: Store): Promise<void> {
  for await (const key of store.followers.keys({ prefix: 'texts-' })) {
    if (key !== textFollowerName) await store.change(async (change) => change.followers.delete(key));
  }
}

/** Extracts a text with what the file says of itself, and stores it. Undefined if the type of the content has no text. */
async function extract(
  { content, clock, textReader, textCache }: TextSeams,
  hash: ContentHash,
  { once, before }: { readonly once: boolean; readonly before: FailedAttempt | undefined },
): Promise<TextRecord | undefined> {
  const source = textSourceOf(await headOf(content, hash, signatureBytes));
  if (source === undefined) return undefined;
  const outcome = await textReader.read(source, () => openContent(content, hash), { once });
  const said = outcome.said && { said: outcome.said };
  if (outcome.text === null) {
    return { ...withoutText({ ...outcome, before }, textReader.limits, clock.now()), ...said };
  }
  // The file is written first: for a record without a file the text would be extracted again.
  const bytes = await textCache.write(hash, outcome.text);
  const text = { bytes, cut: outcome.cut };
  return { reader: readerVersion, at: clock.now().toISOString(), text, ...said };
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
      if ((await deleteWhere(store, 'texts', async () => true)) === 0) return;
      await store.change(async (change) => invalidateText(change));
    },
    async sweep() {
      await deleteOrphans(seams);
      if (await isAnyDue()) await store.change(async (change) => invalidateText(change));
    },
  };
}

import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { readerVersion, type TextRecord } from '../../domain/renditions/extracted-text.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, DamagedRecord } from '../../ports/store.ts';

/** The texts of contents as they were read. */
export interface TextCacheService {
  /** What came of reading it; undefined where nobody tried, or only an older version of the program did. */
  record(hash: ContentHash): Promise<TextRecord | undefined>;
  /** Undefined where there is none. One that was lost or damaged is forgotten, and read anew when it is its turn. */
  read(hash: ContentHash): Promise<string | undefined>;
}

/** The key of how far texts have been read. A new version of the reader begins from the start. */
export const textFollowerName = `texts-${readerVersion}`;

/** Makes the follower look at all nodes again. */
export const invalidateText = (change: Change): void => change.followers.put(textFollowerName, { commit: 0 });

export function createTextCacheService({
  store,
  textCache,
  log,
}: Pick<Seams, 'store' | 'textCache' | 'log'>): TextCacheService {
  /** They are a cache: a damaged one is made anew. */
  const record = async (hash: ContentHash): Promise<TextRecord | undefined> => {
    try {
      const found = await store.texts.get(hash);
      return found?.reader === readerVersion ? found : undefined;
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      log.warn('What is known of a text is damaged; it is read anew.', { content: hash, reason: messageOf(error) });
      return undefined;
    }
  };

  return {
    record,
    async read(hash) {
      const kept = (await record(hash))?.text ?? null;
      if (kept === null) return undefined;
      const text = await textCache.read(hash, kept.bytes);
      if (text !== undefined) return text;
      await store.change(async (change) => {
        change.texts.delete(hash);
        invalidateText(change);
      });
      return undefined;
    },
  };
}

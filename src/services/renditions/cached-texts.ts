import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import { readerVersion, type TextRecord } from '../../domain/renditions/extracted-text.ts';
import type { Seams } from '../../ports/seams.ts';
import { type Change, DamagedRecord } from '../../ports/store.ts';

/** The extracted texts of contents. */
export interface TextCacheService {
  /** The result of the extraction; undefined if the current version of the reader did not try. */
  record(hash: ContentHash): Promise<TextRecord | undefined>;
  /** Undefined if there is no text. A text that is lost or damaged is scheduled for another extraction. */
  read(hash: ContentHash): Promise<string | undefined>;
}

/** The key of the text follower's position. A new version of the reader starts from the beginning. */
export const textFollowerName = `texts-${readerVersion}`;

/** Makes the text follower visit all nodes again. */
export const invalidateText = (change: Change): void => change.followers.put(textFollowerName, { commit: 0 });

export function createTextCacheService({
  store,
  textCache,
  log,
}: Pick<Seams, 'store' | 'textCache' | 'log'>): TextCacheService {
  /** Records are a cache: the text of a damaged one is extracted again. */
  const record = async (hash: ContentHash): Promise<TextRecord | undefined> => {
    try {
      const stored = await store.texts.get(hash);
      return stored?.reader === readerVersion ? stored : undefined;
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      log.warn('The record of a text is damaged. The text is extracted again.', {
        content: hash,
        reason: messageOf(error),
      });
      return undefined;
    }
  };

  return {
    record,
    async read(hash) {
      const known = (await record(hash))?.text ?? null;
      if (known === null) return undefined;
      const text = await textCache.read(hash, known.bytes);
      if (text !== undefined) return text;
      await store.change(async (change) => {
        change.texts.delete(hash);
        invalidateText(change);
      });
      return undefined;
    },
  };
}

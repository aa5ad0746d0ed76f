import type { ContentHash } from '../../base/ids.ts';
import { readerVersion, type TextRecord } from '../../domain/renditions/extracted-text.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import { unlessDamaged } from '../records/damaged-records.ts';

/** The extracted texts of contents. */
export interface TextCacheService {
  /** The result of the extraction. Undefined if the current version of the reader made no attempt. */
  record(hash: ContentHash): Promise<TextRecord | undefined>;
  /** The text of a content; undefined if there is none. Schedules a lost or damaged text for another extraction. */
  read(hash: ContentHash): Promise<string | undefined>;
}

/** The key of the text follower's position. A new version of the reader visits all nodes. */
export const textFollowerName = `texts-${readerVersion}`;

/** Makes the text follower visit all nodes again. */
export const invalidateText = (change: Change): void => change.followers.put(textFollowerName, { commit: 0 });

export function createTextCacheService({
  store,
  textCache,
  log,
}: Pick<Seams, 'store' | 'textCache' | 'log'>): TextCacheService {
  const record = async (hash: ContentHash): Promise<TextRecord | undefined> => {
    const stored = await unlessDamaged(store.texts.get(hash), ({ message }) =>
      log.warn('The record of a text is damaged. The text is extracted again.', { content: hash, reason: message }),
    );
    return stored?.reader === readerVersion ? stored : undefined;
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

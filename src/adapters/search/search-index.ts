import { naturalText } from '../../domain/text/value-parsing.ts';
import type { Log } from '../../ports/log.ts';
import type { SearchIndex, SearchPage } from '../../ports/search-index.ts';
import { idOf } from './query/hit-order.ts';
import type { SearchTools } from './query/search.ts';
import { type HitPage, searchSegments } from './query/search-segments.ts';
import { createValueKeys } from './segment/doc-values.ts';
import { createDecodedPostings } from './segment/postings.ts';
import { createScoredDocsPool } from './segment/scored-docs.ts';
import type { LiveSegment } from './segment/segment.ts';
import { createTextOrders } from './segment/text-order.ts';
import { createTaskScheduler } from './task-scheduler.ts';
import { openIndexWriter } from './writer/index-writer.ts';

/**
 * Opens a search index. The index is in memory; its segments are stored in `folder`, which is created if it is missing.
 * If the snapshot in the folder is missing, damaged or of another version, the index starts empty at position 0; damage
 * and other versions are logged. A search sees the documents as they were when it began.
 */
export async function openSearchIndex(options: { readonly folder: string; readonly log: Log }): Promise<SearchIndex> {
  const writer = await openIndexWriter(options);
  const tools: SearchTools = {
    runTask: createTaskScheduler(),
    pool: createScoredDocsPool(),
    postings: createDecodedPostings(),
    keys: createValueKeys(),
    orders: createTextOrders(),
    naturalOrders: createTextOrders(naturalText),
  };
  return {
    get position() {
      return writer.position;
    },
    get size() {
      return writer.size;
    },
    apply: (update, position) => writer.apply(update, position),
    async search(query, searchOptions) {
      const live = writer.live();
      return withIds(await searchSegments(live, query, searchOptions, tools), live);
    },
    clear: () => writer.clear(),
    save: () => writer.save(),
    stop: () => writer.stop(),
  };
}

const withIds = ({ hits, ...page }: HitPage, live: readonly LiveSegment[]): SearchPage => ({
  ids: hits.map((hit) => idOf(live, hit)),
  ...page,
});

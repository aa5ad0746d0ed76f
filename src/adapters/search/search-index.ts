import type { Log } from '../../ports/log.ts';
import type { SearchIndex, SearchPage } from '../../ports/search-index.ts';
import { idOf } from './query/hit-order.ts';
import { createScoredDocsPool } from './query/scored-docs.ts';
import type { SearchTools } from './query/search.ts';
import { type HitPage, searchSegments } from './query/search-segments.ts';
import { createVisibilityCache } from './query/visibility.ts';
import { createValueKeys } from './segment/doc-values.ts';
import { createDecodedPostings } from './segment/postings.ts';
import type { LiveSegment } from './segment/segment.ts';
import { createTextOrders } from './segment/text-order.ts';
import { createSlices } from './writer/cooperative-tasks.ts';
import { openIndexWriter } from './writer/index-writer.ts';

/**
 * A search index in memory, of which the segments are kept in `folder`; it is made where it is missing. Where there is nothing to
 * read, or what is there is damaged or of another version, the index starts empty at position 0, and the log says so. Searches see
 * the documents as they were when the search began.
 */
export async function openSearchIndex(options: { readonly folder: string; readonly log: Log }): Promise<SearchIndex> {
  const contents = await openIndexWriter(options);
  const tools: SearchTools = {
    runTask: createSlices(),
    visibilityCache: createVisibilityCache(),
    pool: createScoredDocsPool(),
    postings: createDecodedPostings(),
    keys: createValueKeys(),
    orders: createTextOrders(),
  };
  return {
    get position() {
      return contents.position;
    },
    get size() {
      return contents.size;
    },
    apply: contents.apply,
    async search(query, searchOptions) {
      const live = contents.live();
      return namedPage(await searchSegments(live, query, searchOptions, tools), live);
    },
    clear: contents.clear,
    save: contents.save,
    stop: contents.stop,
  };
}

const namedPage = ({ hits, ...page }: HitPage, live: readonly LiveSegment[]): SearchPage => ({
  ids: hits.map((hit) => idOf(live, hit)),
  ...page,
});

import type { Log } from '../../ports/log.ts';
import type { SearchIndex, SearchPage } from '../../ports/search-index.ts';
import { createValueKeys } from './columns.ts';
import { createFoundPool } from './found.ts';
import { idOf } from './hit-order.ts';
import { openIndexContents } from './index-contents.ts';
import { createKeptPages, createQuestions } from './kept-pages.ts';
import { createSlices } from './pieces.ts';
import { roomForEntries } from './postings.ts';
import type { SearchTools } from './search.ts';
import { type FoundPage, searchSegments } from './search-segments.ts';
import type { LiveSegment } from './segment.ts';
import { createSights } from './sight.ts';
import { createTextOrders } from './text-order.ts';

/** For what was found for the questions that were asked last: some 80,000 pages. */
const usualKeptBytes = 12 * 1_048_576;

/**
 * A search index in memory, of which the segments are kept in `folder`; it is made where it is missing. Where there is nothing to
 * read, or what is there is damaged or of another version, the index starts empty at position 0, and the log says so. Searches see
 * the documents as they were when the search began.
 */
export async function openSearchIndex(options: {
  readonly folder: string;
  readonly log: Log;
  /** What pages may take that are kept for those who ask the same again. */
  readonly mostKeptBytes?: number;
}): Promise<SearchIndex> {
  const contents = await openIndexContents(options);
  const tools: SearchTools = {
    inSlices: createSlices(),
    sights: createSights(),
    pool: createFoundPool(),
    entries: roomForEntries(),
    keys: createValueKeys(),
    orders: createTextOrders(),
  };
  const questionOf = createQuestions();
  const pages = createKeptPages(options.mostKeptBytes ?? usualKeptBytes);
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
      const question = questionOf(searchOptions.queryName ?? query, searchOptions);
      const known = pages.known(live, question);
      if (known !== undefined) return namedPage(known, live);
      const found = await searchSegments(live, query, searchOptions, tools);
      pages.keep(live, question, found);
      return namedPage(found, live);
    },
    remembered(searchOptions) {
      const live = contents.live();
      const known = pages.known(live, questionOf(searchOptions.queryName, searchOptions));
      return known === undefined ? undefined : namedPage(known, live);
    },
    clear: contents.clear,
    save: contents.save,
    stop: contents.stop,
  };
}

/** Field by field: copying «the rest» of an object takes longer than finding a page that is kept. */
const namedPage = (page: FoundPage, live: readonly LiveSegment[]): SearchPage => ({
  ids: page.hits.map((hit) => idOf(live, hit)),
  total: page.total,
  facets: page.facets,
  relaxed: page.relaxed,
  suggestions: page.suggestions,
  explanations: page.explanations,
});

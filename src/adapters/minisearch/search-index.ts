import type { Log } from '../../ports/log.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { createValueKeys } from './columns.ts';
import { createFoundPool } from './found.ts';
import { openIndexContents } from './index-contents.ts';
import { roomForEntries } from './postings.ts';
import type { SearchTools } from './search.ts';
import { searchSegments } from './search-segments.ts';
import { createSights } from './sight.ts';

/**
 * A search index in memory, of which the segments are kept in `folder`; it is made where it is missing. Where there is nothing to
 * read, or what is there is damaged or of another version, the index starts empty at position 0, and the log says so. Searches see
 * the documents as they were when the search began.
 */
export async function openMiniSearchIndex(options: {
  readonly folder: string;
  readonly log: Log;
}): Promise<SearchIndex> {
  const contents = await openIndexContents(options);
  const tools: SearchTools = {
    sights: createSights(),
    pool: createFoundPool(),
    entries: roomForEntries(),
    keys: createValueKeys(),
  };
  return {
    get position() {
      return contents.position;
    },
    get size() {
      return contents.size;
    },
    apply: contents.apply,
    search: async (query, searchOptions) => searchSegments(contents.live(), query, searchOptions, tools),
    clear: contents.clear,
    save: contents.save,
  };
}

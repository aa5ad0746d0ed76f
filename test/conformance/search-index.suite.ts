import { afterEach, beforeEach, describe } from 'vitest';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import { describeChanges } from './search-index-changes.suite.ts';
import { find, type UseSearchIndex } from './search-index-documents.ts';
import { describeHits } from './search-index-hits.suite.ts';
import { describeKinds } from './search-index-kinds.suite.ts';
import { describeQueries } from './search-index-queries.suite.ts';

export interface OpenedSearchIndex {
  readonly index: SearchIndex;
  readonly cleanup: () => Promise<void>;
}

/** What every search index has to do; each test gets an empty one. `onlyWords`: it does not know the other kinds of queries yet. */
export function describeSearchIndex(
  name: string,
  open: () => Promise<OpenedSearchIndex>,
  { onlyWords = false }: { readonly onlyWords?: boolean } = {},
): void {
  describe(`search index: ${name}`, () => {
    let opened: OpenedSearchIndex;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.cleanup());

    const use = useOf(() => opened.index);
    describeQueries(use);
    describeHits(use);
    describeChanges(use);
    if (!onlyWords) describeKinds(use);
  });
}

const useOf = (index: () => SearchIndex): UseSearchIndex => ({
  index,
  put: (...puts) => index().apply({ puts, removals: [] }, index().position + 1),
  remove: (...removals) => index().apply({ puts: [], removals }, index().position + 1),
  found: async (query) => (await find(index(), query)).ids.map((id) => Number(id.slice(-12))),
});

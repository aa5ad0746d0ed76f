import type { Page, PageRequest } from '../base/paging.ts';
import type { Caller } from '../domain/caller.ts';
import type { Dictionary } from '../domain/dictionary.ts';
import { parseQuery } from '../domain/query-text.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import type { FacetCount } from '../ports/search-index.ts';
import type { IndexingService } from './indexing.ts';
import type { RightsService } from './rights.ts';

export interface FoundNodes extends Page<NodeRecord> {
  /** In the order asked for; counted over all that was found. */
  readonly facets: readonly { readonly property: string; readonly values: readonly FacetCount[] }[];
}

export interface SearchService {
  /** Whatever was committed before the call can be found. Totals and facets count what the caller may read. */
  nodes(
    caller: Caller,
    text: string,
    options: PageRequest & { readonly facets: readonly string[] },
  ): Promise<FoundNodes>;
}

export function createSearchService(
  seams: Pick<Seams, 'store'>,
  rights: RightsService,
  indexing: IndexingService,
  dictionary: Dictionary,
): SearchService {
  return {
    async nodes(caller, text, options) {
      const query = parseQuery(text);
      const facets = options.facets.map((name) => dictionary.shortName(name) ?? name);
      const index = await indexing.current();
      const found = await index.search(query, {
        skip: options.skip,
        limit: options.limit,
        facets,
        sight: (anchors) => rights.sight(caller, anchors),
      });
      const nodes = await seams.store.nodes.getMany(found.ids);
      return {
        items: nodes.filter((node) => node !== undefined),
        total: found.total,
        skip: options.skip,
        facets: facets.map((property) => ({ property, values: found.facets.get(property) ?? [] })),
      };
    },
  };
}

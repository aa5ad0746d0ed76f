import type { NodeId } from '../base/ids.ts';
import type { PageRequest } from '../base/paging.ts';
import type { Caller } from '../domain/caller.ts';
import type { Query } from '../domain/query.ts';
import { parseQuery } from '../domain/query-text.ts';
import type { FacetCount } from '../ports/search-index.ts';
import type { IndexingService } from './indexing.ts';
import type { QueryContexts } from './query-contexts.ts';
import type { RightsService } from './rights.ts';

/** The values of a property (short name) are to be counted: the most frequent `limit`, of those that `minimum` nodes have. */
export interface FacetWish {
  readonly property: string;
  readonly limit: number;
  readonly minimum: number;
}

/** Which of what is found is wanted, and what is to be told of all of it. Properties by short name. */
export interface SearchRequest extends PageRequest {
  /** Counted over all that is found. */
  readonly facets?: readonly FacetWish[];
  /** What counts most first; `score` is how well a node fits. None: the best first. */
  readonly sort?: readonly { readonly property: string; readonly ascending: boolean }[];
  /** Whether to think of other ways to write what is looked for. */
  readonly suggest?: boolean;
}

export interface FoundFacet {
  readonly property: string;
  readonly values: readonly FacetCount[];
  /** How many nodes have the values that are left out, counted for each value. */
  readonly others: number;
}

/** What is found; counted is what the caller may read. */
export interface Found {
  /** Of this page, in the order asked for; equal ones in the order of their ids. */
  readonly ids: readonly NodeId[];
  readonly total: number;
  readonly skip: number;
  /** In the order asked for. */
  readonly facets: readonly FoundFacet[];
  /** Whether no node fits all of the words, and these fit most of them. */
  readonly relaxed: boolean;
  /** Other ways to write it, the nearest first; none where they were not asked for. */
  readonly suggestions: readonly string[];
}

export interface SearchService {
  /** Whatever was committed before the call can be found. */
  find(caller: Caller, query: Query, request: SearchRequest): Promise<Found>;
  /** The same, for a query in the notation of node search. Throws as `parseQuery`. */
  nodes(caller: Caller, text: string, request: SearchRequest): Promise<Found>;
}

export function createSearchService(
  rights: RightsService,
  indexing: IndexingService,
  contextOf: QueryContexts,
): SearchService {
  const find: SearchService['find'] = async (
    caller,
    query,
    { skip, limit, facets = [], sort = [], suggest = false },
  ) => {
    const index = await indexing.current();
    const found = await index.search(query, {
      skip,
      limit,
      facets,
      suggest,
      sort: sort.map((key) => ({ ...key, as: 'text' })),
      viewer: rights.viewer(caller),
    });
    return {
      ids: found.ids,
      total: found.total,
      skip,
      facets: facets.map(({ property }) => ({ property, values: [], others: 0, ...found.facets.get(property) })),
      relaxed: found.relaxed,
      suggestions: found.suggestions,
    };
  };
  return { find, nodes: async (caller, text, request) => find(caller, parseQuery(text, contextOf(caller)), request) };
}

import { badRequest } from '../../base/errors/errors.ts';
import type { ContentType } from '../../contract/objects/search.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { score } from '../../domain/query/search-names.ts';
import type { FacetSpec, SearchRequest } from '../../services/search/search.ts';
import type { HandlerParts } from '../handler.ts';
import { pageOfQuery } from '../presenters/paging.ts';
import { nodeAt } from './node-address.ts';

/** The parsed parameters of `searchQuery` and of the page. */
interface SearchQuery {
  readonly contentType: ContentType;
  readonly below?: string | undefined;
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
  readonly explain?: boolean;
  readonly highlights?: boolean;
  readonly maxItems: number;
  readonly skipCount: number;
}

/** The maximum number of hits with explanations or highlights, which are long. */
const maxDetailed = 100;

/** The search request of a query. Throws `BadRequest` for mistakes that the schemas cannot find. */
export function searchRequestOf(
  query: SearchQuery,
  caller: Caller,
  { services, settings }: Pick<HandlerParts, 'services' | 'settings'>,
  facets: readonly FacetSpec[] = [],
): SearchRequest {
  const { sortProperties, sortAscending, contentType, below, explain = false, highlights: highlight = false } = query;
  if (sortAscending.length > sortProperties.length) {
    throw badRequest('sortAscending has more values than sortProperties. Send at most one for each property.');
  }
  const isDetailed = explain || highlight;
  const { skip, limit } = pageOfQuery(query, isDetailed ? Math.min(settings.pageSize, maxDetailed) : settings.pageSize);
  return {
    skip,
    limit,
    facets,
    // By default the score is sorted in descending order, the best hits first.
    sort: sortProperties.map((property, at) => ({ property, ascending: sortAscending[at] ?? property !== score })),
    kind: contentType,
    below: below === undefined || below === '' ? undefined : nodeAt(below, caller, services.systemFolders),
    explain,
    highlight,
  };
}

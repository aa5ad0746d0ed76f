import { badRequest } from '../../base/errors/errors.ts';
import type { ContentType } from '../../contract/objects/search.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { score } from '../../domain/query/search-names.ts';
import type { FacetSpec, SearchRequest } from '../../services/search/search.ts';
import type { HandlerParts } from '../handler.ts';
import { pageOfQuery } from '../presenters/paging.ts';
import { nodeAt } from './node-address.ts';

/** The parameters of `searchQuery` and the page, as the schemas read them. */
interface SearchQuery {
  readonly contentType: ContentType;
  readonly below?: string | undefined;
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
  readonly explain?: boolean;
  readonly maxItems: number;
  readonly skipCount: number;
}

/** Explanations are long: no more nodes come in one answer with them. */
const maxExplained = 100;

/** What a search is asked to tell, but for facets. Rejects what its schemas cannot see: `BadRequest`. */
export function searchRequestOf(
  query: SearchQuery,
  caller: Caller,
  { services, settings }: Pick<HandlerParts, 'services' | 'settings'>,
  facets: readonly FacetSpec[] = [],
): SearchRequest {
  const { sortProperties, sortAscending, contentType, below, explain = false } = query;
  if (sortAscending.length > sortProperties.length) {
    throw badRequest('sortAscending tells the direction of sortProperties, one for each: there are more directions.');
  }
  const { skip, limit } = pageOfQuery(query, explain ? Math.min(settings.pageSize, maxExplained) : settings.pageSize);
  return {
    skip,
    limit,
    facets,
    // What fits worst is nothing that anybody looks for first.
    sort: sortProperties.map((property, at) => ({ property, ascending: sortAscending[at] ?? property !== score })),
    kind: contentType,
    below: below === undefined || below === '' ? undefined : nodeAt(below, caller, services.systemFolders),
    explain,
  };
}

import { searchName } from '../../domain/search-names.ts';
import type { HandlerParts, Handlers } from '../handlers.ts';
import { pageOfQuery } from '../presenters/paging.ts';
import { writeSearchResult } from '../presenters/search-result.ts';

/** Node search (4.5). */
export function searchHandlers({ services, settings, answers }: HandlerParts): Pick<Handlers, 'searchNodes'> {
  const { search, dictionary } = services;
  return {
    async searchNodes({ query }, context) {
      const names = [...query.facettes, ...query.facets].map((name) => searchName(name, 'counted by', dictionary));
      const found = await search.nodes(context.caller, query.query, {
        ...pageOfQuery(query, settings.pageSize),
        facets: [...new Set(names)].map((property) => ({ property, limit: Number.POSITIVE_INFINITY, minimum: 1 })),
        sort: [],
        suggest: false,
      });
      return writeSearchResult(found, await answers.many(found.ids, context));
    },
  };
}

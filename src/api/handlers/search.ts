import { maxFacetValues } from '../../services/search/search.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { writeSearchResult } from '../presenters/search-result.ts';
import { searchRequestOf } from '../request/search-request.ts';

/** As much as is told of any facet: node search has no parameter for less. */
const whole = { limit: maxFacetValues, minimum: 1 };

/** Node search (4.5). */
export function searchHandlers(parts: HandlerParts): Pick<Handlers, 'searchNodes'> {
  const { services, answers } = parts;
  return {
    async searchNodes({ query }, context) {
      const facets = [...query.facettes, ...query.facets].map((property) => ({ property, ...whole }));
      const request = searchRequestOf(query, context.caller, parts, facets);
      const found = await services.search.nodes(context.caller, query.query, request);
      return writeSearchResult(found, context, (ids) => answers.many(ids, context));
    },
  };
}

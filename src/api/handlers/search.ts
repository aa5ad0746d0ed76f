import type { HandlerParts, Handlers } from '../handlers.ts';
import { writeSearchResult } from '../presenters/search-result.ts';
import { searchRequestOf } from '../search-request.ts';

/** Who asks for a facet of node search gets it whole, as far as anybody reads it. */
const whole = { limit: 10_000, minimum: 1 };

/** Node search (4.5). */
export function searchHandlers(parts: HandlerParts): Pick<Handlers, 'searchNodes'> {
  const { services, answers } = parts;
  return {
    async searchNodes({ query }, context) {
      const found = await services.search.nodes(context.caller, query.query, {
        ...searchRequestOf(query, context.caller, parts),
        facets: [...query.facettes, ...query.facets].map((property) => ({ property, ...whole })),
      });
      return writeSearchResult(found, await answers.many(found.ids, context));
    },
  };
}

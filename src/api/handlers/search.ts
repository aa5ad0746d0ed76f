import { WrittenJson } from '../../contract/written-json.ts';
import type { HandlerParts, Handlers } from '../handlers.ts';
import { listed } from '../presenters/node-writer.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';

/** Node search (4.5). */
export function searchHandlers({ services, settings, answers }: HandlerParts): Pick<Handlers, 'searchNodes'> {
  return {
    async searchNodes({ query }, context) {
      const { caller } = context;
      const page = pageOfQuery(query, settings.pageSize);
      const found = await services.search.nodes(caller, query.query, {
        ...page,
        facets: [...new Set([...query.facettes, ...query.facets])],
      });
      const written = await answers.many(
        found.items.map(({ id }) => id),
        context,
      );
      const facets = found.facets.map(({ property, values }) => ({
        property,
        values: values.map(({ value, count }) => ({ value, count })),
      }));
      const rest = JSON.stringify({ pagination: presentPagination(found), facettes: facets, facets });
      return new WrittenJson('{"nodes":[', ...listed(written), `],${rest.slice(1)}`);
    },
  };
}

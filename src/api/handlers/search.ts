import { WrittenJson } from '../../contract/written-json.ts';
import type { HandlerParts, Handlers } from '../handlers.ts';
import { listed } from '../presenters/node-writer.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';

/** Node search (4.5). */
export function searchHandlers({ services, settings, writeNode }: HandlerParts): Pick<Handlers, 'searchNodes'> {
  return {
    async searchNodes({ query }, context) {
      const { caller } = context;
      const page = pageOfQuery(query, settings.pageSize);
      const found = await services.search.nodes(caller, query.query, {
        ...page,
        facets: [...new Set([...query.facettes, ...query.facets])],
      });
      const shown = await services.views.views(caller, found.items);
      const facets = found.facets.map(({ property, values }) => ({
        property,
        values: values.map(({ value, count }) => ({ value, count })),
      }));
      const written = shown.map((view) => writeNode.read(view, context));
      const rest = JSON.stringify({ pagination: presentPagination(found), facettes: facets, facets });
      return new WrittenJson('{"nodes":[', ...listed(written), `],${rest.slice(1)}`);
    },
  };
}

import type { ApiParts, Handlers } from '../handlers.ts';
import { presentNode } from '../presenters/node.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';

/** Node search (4.5). */
export function searchHandlers({ services, settings }: ApiParts): Pick<Handlers, 'searchNodes'> {
  return {
    async searchNodes({ query }, { caller, links }) {
      const page = pageOfQuery(query, settings.pageSize);
      const found = await services.search.nodes(caller, query.query, { ...page, facets: query.facettes });
      const shown = await services.views.views(caller, found.items);
      const facets = found.facets.map(({ property, values }) => ({
        property,
        values: values.map(({ value, count }) => ({ value, count })),
      }));
      return {
        nodes: shown.map((view) => presentNode(view, settings.repository.id, links)),
        pagination: presentPagination(found),
        facettes: facets,
        facets,
      };
    },
  };
}

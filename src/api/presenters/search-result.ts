import { WrittenJson } from '../../contract/written-json.ts';
import type { Found } from '../../services/search.ts';
import { listed, type WrittenNode } from './node-writer.ts';

/** SearchResult (2.8), with nodes that are written already: of some that were found, the caller may have lost sight. */
export function writeSearchResult(found: Found, nodes: readonly WrittenNode[]): WrittenJson {
  const facets = found.facets.map(({ property, values, others }) => ({
    property,
    values: values.map(({ value, count }) => ({ value, count })),
    sumOtherDocCount: others,
  }));
  const rest = JSON.stringify({
    pagination: { total: found.total, from: found.skip, count: nodes.length },
    facettes: facets,
    facets,
    ignored: [],
    suggests: found.suggestions.map((text, at) => ({ text, score: 1 / (at + 1) })),
    relaxed: found.relaxed,
  });
  return new WrittenJson('{"nodes":[', ...listed(nodes), `],${rest.slice(1)}`);
}

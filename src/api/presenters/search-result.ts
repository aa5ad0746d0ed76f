import type { z } from 'zod';
import type { ScoreExplanation } from '../../contract/objects/search.ts';
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
    ...(found.explanations.length === 0 ? {} : { explanations: found.explanations.map(explanationOf(found)) }),
    relaxed: found.relaxed,
  });
  return new WrittenJson('{"nodes":[', ...listed(nodes), `],${rest.slice(1)}`);
}

const explanationOf =
  ({ ids }: Found) =>
  ({ score, parts }: Found['explanations'][number], at: number): z.output<typeof ScoreExplanation> => ({
    id: ids[at] ?? '',
    score,
    parts: parts.map((part) => ({ ...part, fields: [...part.fields] })),
  });

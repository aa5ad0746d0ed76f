import type { z } from 'zod';
import { nextTurn } from '../../base/next-turn.ts';
import type { ScoreExplanation } from '../../contract/objects/search.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { Found } from '../../services/search.ts';
import { listed, type WrittenNode } from './node-writer.ts';

/** SearchResult (2.8), with nodes that are written already: of some that were found, the caller may have lost sight. */
export async function writeSearchResult(
  found: Found,
  nodes: readonly WrittenNode[],
  ignored: readonly string[] = [],
): Promise<WrittenJson> {
  const facets = await writtenFacets(found);
  const rest = JSON.stringify({
    ignored,
    suggests: found.suggestions.map((text, at) => ({ text, score: 1 / (at + 1) })),
    ...(found.explanations.length === 0 ? {} : { explanations: found.explanations.map(explanationOf(found)) }),
    relaxed: found.relaxed,
  });
  const pagination = JSON.stringify({ total: found.total, from: found.skip, count: nodes.length });
  return new WrittenJson(
    ...['{"nodes":[', ...listed(nodes), `],"pagination":${pagination},"facettes":[`, ...facets],
    ...['],"facets":[', ...facets, `],${rest.slice(1)}`],
  );
}

/** One after the other, with turns for other work: each has thousands of values at most. */
async function writtenFacets({ facets }: Found): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const { property, values, others } of facets) {
    const told = values.map(({ value, count }) => ({ value, count }));
    const text = JSON.stringify({ property, values: told, sumOtherDocCount: others });
    pieces.push(Buffer.from(pieces.length === 0 ? text : `,${text}`));
    if (values.length > 0) await nextTurn();
  }
  return pieces;
}

const explanationOf =
  ({ ids }: Found) =>
  ({ score, parts }: Found['explanations'][number], at: number): z.output<typeof ScoreExplanation> => ({
    id: ids[at] ?? '',
    score,
    parts: parts.map((part) => ({ ...part, fields: [...part.fields] })),
  });

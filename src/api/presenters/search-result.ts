import type { z } from 'zod';
import { nextTurn } from '../../base/next-turn.ts';
import type { ScoreExplanation } from '../../contract/objects/search.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { Found } from '../../services/search.ts';
import type { WrittenNodes } from './node-writer.ts';

interface Remarks {
  /** Names in the request that mean nothing. */
  readonly ignored?: readonly string[];
  /** Other ways to write what was asked for, the nearest first. */
  readonly wordings?: readonly string[];
}

/** SearchResult (2.8), with nodes that are written already: of some that were found, the caller may have lost sight. */
export async function writeSearchResult(
  found: Found,
  nodes: WrittenNodes,
  { ignored = [], wordings = [] }: Remarks = {},
): Promise<WrittenJson> {
  if (isPlain(found) && ignored.length + wordings.length === 0) return writePlain(found, nodes);
  const facets = await writtenFacets(found);
  const rest = JSON.stringify({
    ignored,
    suggests: wordings.map((text, at) => ({ text, score: 1 / (at + 1) })),
    ...(found.explanations.length === 0 ? {} : { explanations: found.explanations.map(explanationOf(found)) }),
    relaxed: found.relaxed,
  });
  const pagination = JSON.stringify({ total: found.total, from: found.skip, count: nodes.count });
  return new WrittenJson(
    ...['{"nodes":[', ...nodes.pieces, `],"pagination":${pagination},"facettes":[`, ...facets],
    ...['],"facets":[', ...facets, `],${rest.slice(1)}`],
  );
}

/** Nothing is told but the nodes, as in most answers. */
const isPlain = ({ facets, explanations }: Found): boolean => facets.length + explanations.length === 0;

const writePlain = ({ total, skip, relaxed }: Found, nodes: WrittenNodes): WrittenJson =>
  new WrittenJson(
    ...['{"nodes":[', ...nodes.pieces],
    `],"pagination":{"total":${total},"from":${skip},"count":${nodes.count}},"facettes":[],"facets":[],"ignored":[],"suggests":[],"relaxed":${relaxed}}`,
  );

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

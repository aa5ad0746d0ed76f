import type { z } from 'zod';
import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { ScoreExplanation } from '../../contract/objects/search.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { SearchHits } from '../../services/search/search.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, type WrittenPage } from '../response/page-stream.ts';

interface Remarks {
  /** Names in the request that mean nothing. */
  readonly ignored?: readonly string[];
  /** Other ways to write what was asked for, the nearest first. */
  readonly wordings?: readonly string[];
}

/**
 * SearchResult (2.8). `write` writes the nodes that were found: of some the caller may have lost sight, and the last may have no
 * reservation. Facets come first: they belong to the whole answer.
 */
export async function writeSearchResult(
  found: SearchHits,
  context: Pick<RequestContext, 'reservation' | 'setHeader'>,
  write: (ids: readonly NodeId[]) => WrittenPage | Promise<WrittenPage>,
  { ignored = [], wordings = [] }: Remarks = {},
): Promise<WrittenJson> {
  const facets = await writtenFacets(found, context);
  const writing = write(found.ids);
  const nodes = writing instanceof Promise ? await writing : writing;
  noteEarlyEnd(context, { skip: found.skip, taken: nodes.taken, requested: found.ids.length });
  if (isPlain(found) && ignored.length + wordings.length === 0) return writePlain(found, nodes);
  const rest = JSON.stringify({
    ignored,
    suggests: wordings.map((text, at) => ({ text, score: 1 / (at + 1) })),
    ...(found.explanations.length === 0
      ? {}
      : { explanations: found.explanations.slice(0, nodes.taken).map(explanationOf(found)) }),
    relaxed: found.relaxed,
  });
  const pagination = JSON.stringify({ total: found.total, from: found.skip, count: nodes.count });
  return new WrittenJson(
    ...['{"nodes":[', ...nodes.chunks, `],"pagination":${pagination},"facettes":[`, ...facets],
    ...['],"facets":[', ...facets, `],${rest.slice(1)}`],
  );
}

/** Nothing is told but the nodes, as in most answers. */
const isPlain = ({ facets, explanations }: SearchHits): boolean => facets.length + explanations.length === 0;

const writePlain = ({ total, skip, relaxed }: SearchHits, nodes: WrittenPage): WrittenJson =>
  new WrittenJson(
    ...['{"nodes":[', ...nodes.chunks],
    `],"pagination":{"total":${total},"from":${skip},"count":${nodes.count}},"facettes":[],"facets":[],"ignored":[],"suggests":[],"relaxed":${relaxed}}`,
  );

/** One after the other, with turns for other work: each has thousands of values at most. */
async function writtenFacets(
  { facets }: SearchHits,
  { reservation }: Pick<RequestContext, 'reservation'>,
): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (const { property, values, others } of facets) {
    const told: (typeof values)[number][] = [];
    let left = others;
    for (const { value, count } of values) {
      // Each is answered under both names. Beside the letters there are quotes and names of fields.
      if (left === others && reservation.take(2 * (value.length + 30))) told.push({ value, count });
      else left += count;
    }
    const text = JSON.stringify({ property, values: told, sumOtherDocCount: left });
    pieces.push(Buffer.from(pieces.length === 0 ? text : `,${text}`));
    if (values.length > 0) await yieldToEventLoop();
  }
  return pieces;
}

const explanationOf =
  ({ ids }: SearchHits) =>
  ({ score, parts }: SearchHits['explanations'][number], at: number): z.output<typeof ScoreExplanation> => ({
    id: ids[at] ?? '',
    score,
    parts: parts.map((part) => ({ ...part, fields: [...part.fields] })),
  });

import type { z } from 'zod';
import type { NodeId } from '../../base/ids.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import { isPromise, type MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { Highlight, ScoreExplanation } from '../../contract/objects/search.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { SearchHits } from '../../services/search/search.ts';
import type { RequestContext } from '../request-context.ts';
import { noteEarlyEnd, type WrittenPage } from '../response/page-stream.ts';

interface Remarks {
  /** Unknown parameters of the request. */
  readonly ignored?: readonly string[];
  /** Spelling suggestions, best first. */
  readonly spellingSuggestions?: readonly string[];
}

/**
 * Writes the facets, then the nodes with `write`. Facets come first, so that they get space in the response before the nodes, of
 * which `write` omits those that do not fit.
 */
export async function writeSearchResult(
  hits: SearchHits,
  context: Pick<RequestContext, 'reservation' | 'setHeader'>,
  write: (ids: readonly NodeId[]) => MaybePromise<WrittenPage>,
  { ignored = [], spellingSuggestions = [] }: Remarks = {},
): Promise<WrittenJson> {
  const facets = await writtenFacets(hits, context);
  const writing = write(hits.ids);
  const nodes = isPromise(writing) ? await writing : writing;
  noteEarlyEnd(context, { skip: hits.skip, taken: nodes.taken, requested: hits.ids.length });
  if (isPlain(hits) && ignored.length + spellingSuggestions.length === 0) return writePlain(hits, nodes);
  const rest = JSON.stringify({
    ignored: [...ignored, ...hits.unknownFacets],
    suggests: spellingSuggestions.map((text, at) => ({ text, score: 1 / (at + 1) })),
    ...(hits.explanations.length === 0
      ? {}
      : { explanations: hits.explanations.slice(0, nodes.taken).map(explanationOf(hits)) }),
    ...(hits.highlights.length === 0
      ? {}
      : { highlights: hits.highlights.slice(0, nodes.taken).map(highlightOf(hits)) }),
    ...withAllWords(hits),
  });
  const pagination = JSON.stringify({ total: hits.total, from: hits.skip, count: nodes.count });
  return new WrittenJson(
    ...['{"nodes":[', ...nodes.chunks, `],"pagination":${pagination},"facettes":[`, ...facets],
    ...['],"facets":[', ...facets, `],${rest.slice(1)}`],
  );
}

/** Whether the result has neither facets nor anything about its hits, like most results. */
const isPlain = ({ facets, explanations, highlights }: SearchHits): boolean =>
  facets.length + explanations.length + highlights.length === 0;

/** What tells the nodes with all words from the others. */
const withAllWords = ({ total, complete }: SearchHits) => ({
  relaxed: total > 0 && complete === 0,
  totalWithAllWords: complete,
});

const writePlain = (hits: SearchHits, nodes: WrittenPage): WrittenJson =>
  new WrittenJson(
    ...['{"nodes":[', ...nodes.chunks],
    `],"pagination":{"total":${hits.total},"from":${hits.skip},"count":${nodes.count}},"facettes":[],"facets":[],"ignored":[],"suggests":[],`,
    JSON.stringify(withAllWords(hits)).slice(1),
  );

/** Pauses after each facet, because it can have thousands of values. */
async function writtenFacets(
  { facets }: SearchHits,
  { reservation }: Pick<RequestContext, 'reservation'>,
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for (const { property, values, others } of facets) {
    const written: (typeof values)[number][] = [];
    let omitted = others;
    for (const { value, count } of values) {
      // Each value is written under both names of the list, with about 30 bytes of quotes and field names.
      if (omitted === others && reservation.take(2 * (value.length + 30))) written.push({ value, count });
      else omitted += count;
    }
    const text = JSON.stringify({ property, values: written, sumOtherDocCount: omitted });
    chunks.push(Buffer.from(chunks.length === 0 ? text : `,${text}`));
    if (values.length > 0) await yieldToEventLoop();
  }
  return chunks;
}

const explanationOf =
  ({ ids }: SearchHits) =>
  ({ score, parts }: SearchHits['explanations'][number], at: number): z.output<typeof ScoreExplanation> => ({
    id: ids[at] ?? '',
    score,
    parts: parts.map((part) => ({ ...part, fields: [...part.fields] })),
  });

const highlightOf =
  ({ ids }: SearchHits) =>
  ({ folder, passages, textWaiting }: SearchHits['highlights'][number], at: number): z.output<typeof Highlight> => ({
    id: ids[at] ?? '',
    folder: folder ?? null,
    passages: passages.map((parts) => [...parts]),
    textWaiting,
  });

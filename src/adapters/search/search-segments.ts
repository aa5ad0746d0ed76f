import { asksForText, documentFields, excludesText, metadataFields, partsOf, type Query } from '../../domain/query.ts';
import { refuseCostlyQuery } from '../../domain/query-limits.ts';
import type { SearchOptions, SearchPage } from '../../ports/search-index.ts';
import { isDeleted } from './deletions.ts';
import { evaluateQuery } from './evaluate-query.ts';
import type { Evaluation } from './evaluation.ts';
import { refuseManyExpansions } from './expansion-limit.ts';
import { explain } from './explain.ts';
import { facetOf, type SegmentHits } from './facets.ts';
import { type Found, put } from './found.ts';
import { type Hit, pageOfHits } from './hit-order.ts';
import { statisticsOf } from './ranking.ts';
import type { Search, SearchTools } from './search.ts';
import type { LiveSegment } from './segment.ts';
import { type SegmentSight, seen, sightOf } from './sight.ts';
import { suggestionsFor } from './suggestions.ts';
import { createTree } from './tree.ts';
import { withIdsOf } from './with-ids.ts';

/** A page of which the hits are still places in segments. */
export interface FoundPage extends Omit<SearchPage, 'ids'> {
  readonly hits: readonly Hit[];
}

/** Searches in segments that do not change, however long it takes to ask for rights. */
export async function searchSegments(
  live: readonly LiveSegment[],
  query: Query,
  options: SearchOptions,
  tools: SearchTools,
): Promise<FoundPage> {
  refuseCostlyQuery(query);
  refuseManyExpansions(query, live);
  const sights = tools.sights.on(live, options.viewer);
  const statistics = statisticsOf(live.map(({ segment }) => segment));
  const tree = createTree(live, sights);
  const search: Search = { live, query, sights, statistics, tree, tools };
  for (;;) {
    const page = attempt(search, options);
    if (page !== undefined) return page;
    await tools.sights.learn(sights, options.viewer);
  }
}

/** In one go, so that what is lent is lent to one search at a time. Undefined where rights have to be asked for first. */
function attempt(search: Search, options: SearchOptions): FoundPage | undefined {
  const { sights, tools } = search;
  const { hits, slack } = relaxedHits(search);
  const isComplete = (): boolean => sights.every(({ unknown }) => unknown.size === 0);
  try {
    if (!isComplete()) return undefined;
    const total = totalOf(hits);
    const page = pageOfHits(hits, options.sort ?? [], options, tools.keys);
    const suggestions = options.suggest === true ? suggestionsFor(search.query, search) : [];
    if (!isComplete()) return undefined;
    return {
      hits: page,
      total,
      facets: new Map(options.facets.map((facet) => [facet.property, facetOf(facet, hitsFor(facet.property, hits))])),
      relaxed: slack > 0 && total > 0,
      suggestions,
      explanations: options.explain === true ? explain(page, hits, search) : [],
    };
  } finally {
    for (const { found } of hits) tools.pool.give(found);
  }
}

const totalOf = (hits: readonly SegmentHits[]): number => hits.reduce((sum, { found }) => sum + found.count, 0);

const hitsFor = (property: string, hits: readonly SegmentHits[]): readonly SegmentHits[] =>
  property === 'ID' || property === 'PARENT'
    ? hits.map(({ segment, found }) => ({ segment: withIdsOf(segment), found }))
    : hits;

/** Each `most` is content with less and less, until something is found or rights have to be asked for. */
function relaxedHits(search: Search): { readonly hits: readonly SegmentHits[]; readonly slack: number } {
  const largest = largestMost(search.query);
  for (let slack = 0; ; slack += 1) {
    const hits = search.live.map((live, at): SegmentHits => {
      const sight = search.sights[at];
      if (sight === undefined) throw new Error('There is a sight for each segment.');
      return { segment: live.segment, found: seenHits(search, live, sight, slack) };
    });
    const isUnknown = search.sights.some(({ unknown }) => unknown.size > 0);
    if (totalOf(hits) > 0 || isUnknown || slack + 1 >= largest) return { hits, slack };
    for (const { found } of hits) search.tools.pool.give(found);
  }
}

const largestMost = (query: Query): number =>
  Math.max(query.kind === 'most' ? query.of.length : 0, ...partsOf(query).map(largestMost));

/** What is found in a segment, not deleted, and seen. */
function seenHits(search: Search, live: LiveSegment, sight: SegmentSight, slack: number): Found {
  const { query, tools } = search;
  const evaluation: Evaluation = {
    segment: live.segment,
    statistics: search.statistics,
    parts: documentFields,
    slack,
    pool: tools.pool,
    entries: tools.entries,
    tree: search.tree,
    keys: tools.keys,
    withIds: () => withIdsOf(live.segment),
  };
  const found = evaluateQuery(query, evaluation);
  const asks = asksForText(query);
  const hidden = keepSeen(found, live, sight, asks ? seen.all : seen.metadata);
  if (!asks || !(hidden || excludesText(query))) return found;
  // What is seen but for its text is found as if it had none.
  const withoutText = evaluateQuery(query, { ...evaluation, parts: metadataFields });
  for (let at = 0; at < withoutText.count; at += 1) {
    const document = withoutText.documents[at] ?? 0;
    if (isDeleted(live.deleted, document) || sightOf(sight, document) !== seen.metadata) continue;
    put(found, document, withoutText.scores[document] ?? 0);
  }
  tools.pool.give(withoutText);
  return found;
}

/** Leaves what is not deleted and seen so far at least; tells whether something was seen, but less than that. */
function keepSeen(found: Found, { deleted }: LiveSegment, sight: SegmentSight, least: 1 | 2): boolean {
  const { documents, marks, count } = found;
  let hidden = false;
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    const sees = isDeleted(deleted, document) ? seen.nothing : sightOf(sight, document);
    if (sees >= least) {
      documents[kept] = document;
      kept += 1;
    } else {
      marks[document] = 0;
      if (sees !== seen.nothing) hidden = true;
    }
  }
  found.count = kept;
  return hidden;
}

import { asksForText, excludesText, metadataFields, partsOf, type Query } from '../../../domain/query/query.ts';
import { refuseCostlyQuery } from '../../../domain/query/query-limits.ts';
import type { Facet, SearchOptions, SearchPage } from '../../../ports/search-index.ts';
import { isDeleted } from '../segment/deletions.ts';
import type { LiveSegment } from '../segment/segment.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { type Evaluation, evaluationOf } from './evaluation.ts';
import { explain } from './explain.ts';
import { facetOf, type SegmentHits } from './facets.ts';
import { createHierarchyFilter } from './hierarchy-filter.ts';
import { type Hit, pageOfHits } from './hit-order.ts';
import { statisticsOf } from './ranking.ts';
import { put, type ScoredDocs } from './scored-docs.ts';
import type { Search, SearchTools } from './search.ts';
import { suggestionsFor } from './suggestions.ts';
import { isVisible, type SegmentVisibility, visibilityOf } from './visibility.ts';
import { createVisibleTerms } from './visible-terms.ts';
import { type WildcardTerms, wildcardTerms } from './wildcard-terms.ts';

/** A page of which the hits are still places in segments. */
export interface HitPage extends Omit<SearchPage, 'ids'> {
  readonly hits: readonly Hit[];
}

/** Searches in segments that do not change, however long it takes to ask for rights. */
export async function searchSegments(
  live: readonly LiveSegment[],
  query: Query,
  options: SearchOptions,
  tools: SearchTools,
): Promise<HitPage> {
  refuseCostlyQuery(query);
  const sights = tools.sights.on(live, options.viewer);
  const statistics = statisticsOf(live);
  const tree = createHierarchyFilter(live, sights);
  const search: Search = { live, query, sights, statistics, tree, tools };
  for (;;) {
    const page = await tools.inSlices(attempt(search, options));
    if (page !== undefined) return page;
    await tools.sights.learn(sights, options.viewer);
  }
}

/** Undefined where rights have to be asked for first. */
function* attempt(search: Search, options: SearchOptions): CooperativeTasks<HitPage | undefined> {
  const { live, query, sights, tools } = search;
  const patterns = yield* wildcardTerms(query, live, createVisibleTerms(live, sights, 'parts and properties'));
  if (hasUnknown(search)) return undefined;
  const { hits, slack } = yield* relaxedHits(search, patterns);
  try {
    if (hasUnknown(search)) return undefined;
    const total = totalOf(hits);
    const page = yield* pageOfHits(hits, options.sort ?? [], options, tools);
    const suggestions = options.suggest === true ? yield* suggestionsFor(query, search) : [];
    if (hasUnknown(search)) return undefined;
    const facets = new Map<string, Facet>();
    for (const facet of options.facets) facets.set(facet.property, yield* facetOf(facet, live, hits));
    const explanations = options.explain === true ? yield* explain(page, search, { patterns, slack }) : [];
    return { hits: page.map(placeOf), total, facets, relaxed: slack > 0 && total > 0, suggestions, explanations };
  } finally {
    for (const { found } of hits) tools.pool.give(found);
  }
}

const placeOf = ({ at, document }: Hit): Hit => ({ at, document });

const hasUnknown = ({ sights }: Search): boolean => sights.some(({ unknown }) => unknown.size > 0);

const totalOf = (hits: readonly SegmentHits[]): number => hits.reduce((sum, { found }) => sum + found.count, 0);

/** Each `most` is content with less and less, until something is found or rights have to be asked for. */
function* relaxedHits(
  search: Search,
  patterns: readonly WildcardTerms[],
): CooperativeTasks<{ readonly hits: readonly SegmentHits[]; readonly slack: number }> {
  const largest = largestMost(search.query);
  for (let slack = 0; ; slack += 1) {
    const hits: SegmentHits[] = [];
    for (const [at, { segment }] of search.live.entries())
      hits.push({ segment, found: yield* seenHits(search, at, evaluationOf(search, at, { patterns, slack })) });
    if (totalOf(hits) > 0 || hasUnknown(search) || slack + 1 >= largest) return { hits, slack };
    for (const { found } of hits) search.tools.pool.give(found);
  }
}

const largestMost = (query: Query): number =>
  Math.max(query.kind === 'most' ? query.of.length : 0, ...partsOf(query).map(largestMost));

/** What is found in a segment, not deleted, and seen. */
function* seenHits(
  { live, query, sights, tools }: Search,
  at: number,
  evaluation: Evaluation,
): CooperativeTasks<ScoredDocs> {
  const [one, sight] = [live[at], sights[at]];
  if (one === undefined || sight === undefined) throw new Error('There is a sight for each segment.');
  const found = yield* evaluateQuery(query, evaluation);
  const asks = asksForText(query);
  const hidden = keepSeen(found, one, sight, asks ? isVisible.all : isVisible.metadata);
  if (!asks || !(hidden || excludesText(query))) return found;
  // What is seen but for its text is found as if it had none.
  const withoutText = yield* evaluateQuery(query, { ...evaluation, parts: metadataFields });
  for (let place = 0; place < withoutText.count; place += 1) {
    const document = withoutText.documents[place] ?? 0;
    if (isDeleted(one.deleted, document) || visibilityOf(sight, document) !== isVisible.metadata) continue;
    put(found, document, withoutText.scores[document] ?? 0);
  }
  tools.pool.give(withoutText);
  return found;
}

/** Leaves what is not deleted and seen so far at least; tells whether something was seen, but less than that. */
function keepSeen(found: ScoredDocs, { deleted }: LiveSegment, sight: SegmentVisibility, least: 1 | 2): boolean {
  const { documents, marks, count } = found;
  let hidden = false;
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    const sees = isDeleted(deleted, document) ? isVisible.nothing : visibilityOf(sight, document);
    if (sees >= least) {
      documents[kept] = document;
      kept += 1;
    } else {
      marks[document] = 0;
      if (sees !== isVisible.nothing) hidden = true;
    }
  }
  found.count = kept;
  return hidden;
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import {
  excludesText,
  metadataFields,
  partsOf,
  type Query,
  searchesText,
  typedPart,
} from '../../../domain/query/query.ts';
import { refuseCostlyQuery } from '../../../domain/query/query-limits.ts';
import type { Facet, SearchOptions, SearchPage } from '../../../ports/search-index.ts';
import { isDeleted } from '../segment/deletions.ts';
import { has, keep, put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { statisticsOf } from '../terms/statistics.ts';
import { cachedMatchedTerms } from '../terms/term-expansion.ts';
import { withUnknownWords } from '../terms/unknown-words.ts';
import { type SegmentVisibility, visibilitiesOf, visibilityLevels, visibilityOf } from '../terms/visibility.ts';
import { createVisibleTerms } from '../terms/visible-terms.ts';
import { wildcardTerms } from '../terms/wildcard-terms.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { type Evaluation, evaluationOf, type LookedUp } from './evaluation.ts';
import { explain } from './explain.ts';
import { facetOf, type SegmentHits } from './facets.ts';
import { foldersWithParts } from './folders-with-parts.ts';
import { createHierarchyFilter } from './hierarchy-filter.ts';
import { type Hit, pageOfHits } from './hit-order.ts';
import { wordsIn } from './query-planner.ts';
import type { Search, SearchTools } from './search.ts';
import { suggestionsFor } from './suggestions.ts';

/** A page of hits as locations in segments, before their IDs are read. */
export interface HitPage extends Omit<SearchPage, 'ids'> {
  readonly hits: readonly Hit[];
}

/** Searches segments for what the caller may see. */
export async function searchSegments(
  live: readonly LiveSegment[],
  query: Query,
  options: SearchOptions,
  tools: SearchTools,
): Promise<HitPage> {
  refuseCostlyQuery(query);
  const visibilities = await visibilitiesOf(live, options.accessFilter);
  const matchedTerms = cachedMatchedTerms();
  const statistics = statisticsOf(live, visibilities, matchedTerms);
  const hierarchy = createHierarchyFilter(live, visibilities);
  const search: Search = { live, query, visibilities, statistics, hierarchy, matchedTerms, tools };
  return tools.runTask(pageOf(search, options));
}

function* pageOf(asked: Search, options: SearchOptions): CooperativeTask<HitPage> {
  const { live, visibilities, tools } = asked;
  const visibleTerms = createVisibleTerms(live, visibilities, 'parts');
  const query = yield* withUnknownWords(asked.query, live, visibleTerms);
  const search = { ...asked, query };
  const patterns = yield* wildcardTerms(query, live, createVisibleTerms(live, visibilities, 'parts and properties'));
  const lookedUp = { patterns, inFolders: yield* foldersWithParts(search, patterns) };
  const hits = yield* hitsOf(search, lookedUp);
  try {
    const page = yield* pageOfHits(hits, options.sort ?? [], options, tools);
    const suggestions = options.suggest === true ? yield* suggestionsFor(search, visibleTerms) : [];
    const facets = new Map<string, Facet>();
    for (const facet of options.facets) facets.set(facet.property, yield* facetOf(facet, live, hits));
    const explanations = options.explain === true ? yield* explain(page, search, lookedUp) : [];
    const total = sumOf(hits, ({ docs }) => docs.count);
    const complete = sumOf(hits, ({ complete: count }) => count);
    return {
      hits: page.map(toHit),
      total,
      complete,
      facets,
      suggestions,
      explanations,
      query,
      weights: weightsOf(query, search),
    };
  } finally {
    for (const { docs } of hits) tools.pool.release(docs);
  }
}

/** The idf of the words that hits can have. */
function weightsOf(query: Query, search: Search, weights = new Map<string, number>()): ReadonlyMap<string, number> {
  if (query.kind === 'not') return weights;
  for (const term of wordsIn(query)) weights.set(term.word, search.statistics.idf(term));
  for (const part of partsOf(query)) weightsOf(part, search, weights);
  return weights;
}

const toHit = ({ at, document }: Hit): Hit => ({ at, document });

interface CountedHits extends SegmentHits {
  /** How many of them have all words. */
  readonly complete: number;
}

const sumOf = (hits: readonly CountedHits[], countOf: (hits: CountedHits) => number): number =>
  hits.reduce((sum, one) => sum + countOf(one), 0);

/** The hits in all segments. The caller must release them. */
function* hitsOf(search: Search, lookedUp: LookedUp): CooperativeTask<readonly CountedHits[]> {
  const typed = typedPart(search.query);
  const hits: CountedHits[] = [];
  for (const [at, { segment }] of search.live.entries()) {
    const evaluation = evaluationOf(search, at, lookedUp);
    const complete = typed && { query: typed, docs: search.tools.pool.acquire(segment.size) };
    const docs = yield* visibleHits(search, at, { ...evaluation, complete });
    hits.push({ segment, docs, complete: complete === undefined ? docs.count : countOfBoth(docs, complete.docs) });
    if (complete !== undefined) search.tools.pool.release(complete.docs);
  }
  return hits;
}

function countOfBoth(docs: ScoredDocs, others: ScoredDocs): number {
  let count = 0;
  for (let at = 0; at < docs.count; at += 1) if (has(others, docs.documents[at] ?? 0)) count += 1;
  return count;
}

/** The hits in a segment that are not deleted and that the caller may see. */
function* visibleHits(
  { live, query, visibilities, tools }: Search,
  at: number,
  evaluation: Evaluation,
): CooperativeTask<ScoredDocs> {
  const [liveSegment, visibility] = [live[at], visibilities[at]];
  if (liveSegment === undefined || visibility === undefined)
    throw new Error('A segment of the search has no visibility table.');
  const docs = yield* evaluateQuery(query, evaluation);
  const needsText = searchesText(query);
  const hasPartlyVisible = keepVisible(
    docs,
    liveSegment,
    visibility,
    needsText ? visibilityLevels.all : visibilityLevels.metadata,
  );
  if (!needsText || !(hasPartlyVisible || excludesText(query))) return docs;
  const { complete } = evaluation;
  const isPartlyVisible = (document: number): boolean =>
    !isDeleted(liveSegment.deleted, document) && visibilityOf(visibility, document) === visibilityLevels.metadata;
  // With its text, such a document may have words that the caller does not see.
  if (complete !== undefined) keep(complete.docs, (document) => !isPartlyVisible(document));
  const metadataComplete = complete && { ...complete, docs: tools.pool.acquire(liveSegment.segment.size) };
  // If the caller sees only the metadata of a document, it matches as if it had no text.
  const metadataDocs = yield* evaluateQuery(query, {
    ...evaluation,
    parts: metadataFields,
    complete: metadataComplete,
  });
  for (let index = 0; index < metadataDocs.count; index += 1) {
    const document = metadataDocs.documents[index] ?? 0;
    if (!isPartlyVisible(document)) continue;
    put(docs, document, metadataDocs.scores[document] ?? 0);
    if (complete !== undefined && metadataComplete !== undefined && has(metadataComplete.docs, document))
      put(complete.docs, document, 0);
  }
  tools.pool.release(metadataDocs);
  if (metadataComplete !== undefined) tools.pool.release(metadataComplete.docs);
  return docs;
}

/**
 * Keeps the documents that are not deleted and have the required visibility. Returns whether the caller sees less of
 * some of the others, but not nothing.
 */
function keepVisible(
  docs: ScoredDocs,
  { deleted }: LiveSegment,
  segmentVisibility: SegmentVisibility,
  required: 1 | 2,
): boolean {
  const { documents, marks, count } = docs;
  let hidden = false;
  let retained = 0;
  for (let at = 0; at < count; at += 1) {
    const document = documents[at] ?? 0;
    const visibility = isDeleted(deleted, document)
      ? visibilityLevels.nothing
      : visibilityOf(segmentVisibility, document);
    if (visibility >= required) {
      documents[retained] = document;
      retained += 1;
    } else {
      marks[document] = 0;
      if (visibility !== visibilityLevels.nothing) hidden = true;
    }
  }
  docs.count = retained;
  return hidden;
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { excludesText, metadataFields, partsOf, type Query, searchesText } from '../../../domain/query/query.ts';
import { refuseCostlyQuery } from '../../../domain/query/query-limits.ts';
import type { Facet, SearchOptions, SearchPage } from '../../../ports/search-index.ts';
import { isDeleted } from '../segment/deletions.ts';
import { put, type ScoredDocs } from '../segment/scored-docs.ts';
import type { LiveSegment } from '../segment/segment.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { type Evaluation, evaluationOf, type Relaxation, withoutTyposOfKnown } from './evaluation.ts';
import { explain } from './explain.ts';
import { facetOf, type SegmentHits } from './facets.ts';
import { clausesOfFolders } from './folder-clauses.ts';
import { createHierarchyFilter } from './hierarchy-filter.ts';
import { type Hit, pageOfHits } from './hit-order.ts';
import { knownWords } from './known-words.ts';
import { statisticsOf } from './ranking.ts';
import { rareClauses } from './rare-clauses.ts';
import type { Search, SearchTools } from './search.ts';
import { suggestionsFor } from './suggestions.ts';
import { cachedMatchedTerms } from './term-expansion.ts';
import { type SegmentVisibility, visibilitiesOf, visibilityLevels, visibilityOf } from './visibility.ts';
import { createVisibleTerms } from './visible-terms.ts';
import { wildcardTerms } from './wildcard-terms.ts';

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
  const statistics = statisticsOf(live);
  const hierarchy = createHierarchyFilter(live, visibilities);
  const search: Search = {
    ...{ live, query, visibilities, statistics, hierarchy, tools },
    matchedTerms: cachedMatchedTerms(),
  };
  return tools.runTask(pageOf(search, options));
}

function* pageOf(search: Search, options: SearchOptions): CooperativeTask<HitPage> {
  const { live, query, visibilities, tools } = search;
  const patterns = yield* wildcardTerms(query, live, createVisibleTerms(live, visibilities, 'parts and properties'));
  const visibleTerms = createVisibleTerms(live, visibilities, 'parts');
  const isKnown = yield* knownWords(query, live, visibleTerms);
  const { hits, relaxation } = yield* relaxedHits(search, yield* strictest(search, patterns, isKnown));
  const { maxMissing } = relaxation;
  try {
    const total = totalOf(hits);
    const page = yield* pageOfHits(hits, options.sort ?? [], options, tools);
    const suggestions = options.suggest === true ? yield* suggestionsFor(query, search, visibleTerms) : [];
    const facets = new Map<string, Facet>();
    for (const facet of options.facets) facets.set(facet.property, yield* facetOf(facet, live, hits));
    const explanations = options.explain === true ? yield* explain(page, search, relaxation) : [];
    return { hits: page.map(toHit), total, facets, relaxed: maxMissing > 0 && total > 0, suggestions, explanations };
  } finally {
    releaseHits(hits, search);
  }
}

const toHit = ({ at, document }: Hit): Hit => ({ at, document });

const totalOf = (hits: readonly SegmentHits[]): number => hits.reduce((sum, { docs }) => sum + docs.count, 0);

interface RelaxedHits {
  readonly hits: readonly SegmentHits[];
  readonly relaxation: Relaxation;
}

/** How a query is evaluated at first: nothing may be missing, apart from what folders match. */
function* strictest(
  search: Search,
  patterns: Relaxation['patterns'],
  isKnown: Relaxation['isKnown'],
): CooperativeTask<Relaxation> {
  const alone: Relaxation = { patterns, maxMissing: 0, rare: new Set(), inFolders: new Map(), isKnown };
  return { ...alone, inFolders: yield* clausesOfFolders(search, alone) };
}

/** Lowers the minimum of each `minimumShouldMatch` query until a document matches. Then a rare clause is enough, too. */
function* relaxedHits(search: Search, strict: Relaxation): CooperativeTask<RelaxedHits> {
  const maxClauses = maxClauseCount(search.query);
  for (let relaxation = strict; ; relaxation = { ...relaxation, maxMissing: relaxation.maxMissing + 1 }) {
    const hits = yield* hitsOf(search, relaxation);
    if (totalOf(hits) > 0) return yield* withRareClauses(search, { hits, relaxation });
    if (relaxation.maxMissing + 1 >= maxClauses) return { hits, relaxation };
    releaseHits(hits, search);
  }
}

function* withRareClauses(search: Search, found: RelaxedHits): CooperativeTask<RelaxedHits> {
  const visibleCount = function* (clause: Query, rare: ReadonlySet<Query>): CooperativeTask<number> {
    // Only the clauses of a query with several of them are counted.
    const hits = yield* hitsOf({ ...search, query: clause }, { ...found.relaxation, rare }, withoutTyposOfKnown);
    releaseHits(hits, search);
    return totalOf(hits);
  };
  const rare = yield* rareClauses(search.query, found.relaxation.maxMissing, visibleCount);
  if (rare.size === 0) return found;
  releaseHits(found.hits, search);
  const relaxation = { ...found.relaxation, rare };
  return { hits: yield* hitsOf(search, relaxation), relaxation };
}

/** The hits in all segments. The caller must release them. */
function* hitsOf(
  search: Search,
  relaxation: Relaxation,
  inContext = (evaluation: Evaluation): Evaluation => evaluation,
): CooperativeTask<readonly SegmentHits[]> {
  const hits: SegmentHits[] = [];
  for (const [at, { segment }] of search.live.entries()) {
    const docs = yield* visibleHits(search, at, inContext(evaluationOf(search, at, relaxation)));
    hits.push({ segment, docs });
  }
  return hits;
}

function releaseHits(hits: readonly SegmentHits[], { tools }: Search): void {
  for (const { docs } of hits) tools.pool.release(docs);
}

const maxClauseCount = (query: Query): number =>
  Math.max(query.kind === 'minimumShouldMatch' ? query.of.length : 0, ...partsOf(query).map(maxClauseCount));

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
  // If the caller sees only the metadata of a document, it matches as if it had no text.
  const metadataDocs = yield* evaluateQuery(query, { ...evaluation, parts: metadataFields });
  for (let index = 0; index < metadataDocs.count; index += 1) {
    const document = metadataDocs.documents[index] ?? 0;
    if (isDeleted(liveSegment.deleted, document) || visibilityOf(visibility, document) !== visibilityLevels.metadata)
      continue;
    put(docs, document, metadataDocs.scores[document] ?? 0);
  }
  tools.pool.release(metadataDocs);
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

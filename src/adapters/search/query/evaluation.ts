import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type DocumentField, documentFields, type Query } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { DecodedPostings } from '../segment/postings.ts';
import { addScores, type ScoredDocs, type ScoredDocsPool } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { HierarchyFilter, ScoresAbove } from './hierarchy-filter.ts';
import type { IsKnownWord } from './known-words.ts';
import { boostedBy, type PlaceWeights, placeWeightsOf, type Statistics } from './ranking.ts';
import type { Search } from './search.ts';
import type { TermScoring } from './term-scores.ts';
import type { WildcardTerms } from './wildcard-terms.ts';
import { matchingTerms } from './wildcard-terms.ts';

/** The context in which a query is evaluated over one segment. Deleted documents match like all others. */
export interface Evaluation {
  readonly segment: Segment;
  readonly statistics: Statistics;
  /** The parts of documents that are searched. */
  readonly parts: readonly DocumentField[];
  /** The number of subqueries that a document may miss in a `minimumShouldMatch` query. */
  readonly maxMissing: number;
  /** The rare clauses of `minimumShouldMatch` queries. A document that matches one of them is a hit. */
  readonly rare: ReadonlySet<Query>;
  /** The clauses of `minimumShouldMatch` queries that folders match, with what such a folder adds to a document below it. */
  readonly inFolders: ReadonlyMap<Query, ScoresAbove>;
  /** A factor for all scores. */
  readonly boost: number;
  readonly patterns: WildcardTerms;
  /** The words that match without typing errors in this part of the query. */
  readonly withoutTypos: IsKnownWord;
  /** The words that match without typing errors inside a `minimumShouldMatch` with several clauses. */
  readonly isKnown: IsKnownWord;
  readonly pool: ScoredDocsPool;
  readonly postings: DecodedPostings;
  readonly hierarchy: HierarchyFilter;
  readonly matchedTerms: Search['matchedTerms'];
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** How strictly a query is evaluated, and which terms its wildcards match. */
export interface Relaxation {
  /** One entry for each segment, in the order of `Search.live`. */
  readonly patterns: readonly WildcardTerms[];
  readonly maxMissing: number;
  readonly rare: ReadonlySet<Query>;
  readonly inFolders: ReadonlyMap<Query, ScoresAbove>;
  readonly isKnown: IsKnownWord;
}

/** The context for evaluating a query over the segment `live[at]` of the search. Includes all parts of documents. */
export function evaluationOf(
  { live, statistics, hierarchy, matchedTerms, tools }: Search,
  at: number,
  { patterns, maxMissing, rare, inFolders, isKnown }: Relaxation,
): Evaluation {
  const segment = live[at]?.segment;
  if (segment === undefined) throw new Error(`The search has no segment with the index ${at}.`);
  const { pool, postings, keys, orders } = tools;
  const shared = { segment, statistics, hierarchy, matchedTerms, pool, postings, keys, orders };
  return {
    ...shared,
    parts: documentFields,
    maxMissing,
    rare,
    inFolders,
    withoutTypos: noWord,
    isKnown,
    boost: 1,
    patterns: patterns[at] ?? new Map(),
  };
}

const noWord: IsKnownWord = () => false;

/** The context for the clauses of a `minimumShouldMatch`. With several clauses, a misspelt word must not match a known one. */
export const amongClauses = (evaluation: Evaluation, { length }: readonly Query[]): Evaluation =>
  length > 1 ? withoutTyposOfKnown(evaluation) : evaluation;

/** The context for a clause of a `minimumShouldMatch` with several clauses. */
export const withoutTyposOfKnown = (evaluation: Evaluation): Evaluation => ({
  ...evaluation,
  withoutTypos: evaluation.isKnown,
});

/** The context for one of several clauses. A rare one is enough, so it counts as much as all of them. */
export const inClause = (clause: Query, { length }: readonly Query[], evaluation: Evaluation): Evaluation =>
  evaluation.rare.has(clause) ? boostedBy(evaluation, length) : evaluation;

export const newScoredDocs = ({ pool, segment }: Evaluation): ScoredDocs => pool.acquire(segment.size);

/** Adds the scores of earlier queries to documents that match those too, and releases the earlier result. */
export function withScoresOf(before: ScoredDocs | undefined, docs: ScoredDocs, { pool }: Evaluation): ScoredDocs {
  if (before === undefined) return docs;
  addScores(docs, before);
  pool.release(before);
  return docs;
}

export function* termsFor(pattern: string, { segment, patterns }: Evaluation): CooperativeTask<readonly number[]> {
  return patterns.get(pattern) ?? (yield* matchingTerms(segment, pattern));
}

/** How documents are scored for terms that match this word. */
export function scoringFor(
  queryWord: string,
  field: string | undefined,
  { segment, statistics, parts, boost }: Evaluation,
  within: ScoredDocs | undefined,
): TermScoring {
  const placeWeights = cachedWeights(segment, field, parts);
  return { segment, placeWeights, statistics, idf: statistics.idf(queryWord), boost, within };
}

const weightTables = cachedPerObject((_: Segment) => new Map<string, PlaceWeights>());

function cachedWeights(segment: Segment, field: string | undefined, parts: readonly DocumentField[]): PlaceWeights {
  const tables = weightTables(segment);
  const key = `${field ?? ''}/${parts.length}`;
  // Callers can request any number of fields.
  if (tables.size > 100) tables.clear();
  const weights = tables.get(key) ?? placeWeightsOf(segment, field, parts);
  tables.set(key, weights);
  return weights;
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type DocumentField, documentFields } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { DecodedPostings } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { HierarchyFilter } from './hierarchy-filter.ts';
import { type PlaceWeights, placeWeightsOf, type Statistics } from './ranking.ts';
import { addScores, type ScoredDocs, type ScoredDocsPool } from './scored-docs.ts';
import type { Search } from './search.ts';
import { matchingTerms } from './term-expansion.ts';
import type { TermScoring } from './term-scores.ts';
import type { WildcardTerms } from './wildcard-terms.ts';

/** What a query is evaluated with, over one segment. Deleted documents are found like all others. */
export interface Evaluation {
  readonly segment: Segment;
  readonly statistics: Statistics;
  /** The parts of documents that have a say. */
  readonly parts: readonly DocumentField[];
  /** With how much less than all of its queries each `most` is content. */
  readonly maxMissing: number;
  /** By how much scores count. */
  readonly boost: number;
  readonly patterns: WildcardTerms;
  readonly pool: ScoredDocsPool;
  readonly postings: DecodedPostings;
  readonly hierarchy: HierarchyFilter;
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** For which words, and how strictly, a query is evaluated. */
export interface Relaxation {
  /** For each segment. */
  readonly patterns: readonly WildcardTerms[];
  readonly maxMissing: number;
}

/** What a query is evaluated with over the segment with this place in a search; all parts of documents have a say. */
export function evaluationOf(
  { live, statistics, hierarchy, tools }: Search,
  at: number,
  { patterns, maxMissing }: Relaxation,
): Evaluation {
  const segment = live[at]?.segment;
  if (segment === undefined) throw new Error('There is no such segment.');
  const { pool, postings, keys, orders } = tools;
  const wildcards = patterns[at] ?? new Map();
  return {
    segment,
    statistics,
    parts: documentFields,
    maxMissing,
    boost: 1,
    patterns: wildcards,
    pool,
    postings,
    hierarchy,
    keys,
    orders,
  };
}

export const newScoredDocs = ({ pool, segment }: Evaluation): ScoredDocs => pool.acquire(segment.size);

/** What is found among what other queries have found before, with the scores of both together. */
export function withScoresOf(before: ScoredDocs | undefined, docs: ScoredDocs, { pool }: Evaluation): ScoredDocs {
  if (before === undefined) return docs;
  addScores(docs, before);
  pool.release(before);
  return docs;
}

/** The words that fit a pattern. */
export function* termsFor(pattern: string, { segment, patterns }: Evaluation): CooperativeTask<readonly number[]> {
  return patterns.get(pattern) ?? (yield* matchingTerms(segment, pattern));
}

/** How the documents of the words that are found for this one are scored. */
export function scoringFor(
  queryWord: string,
  field: string | undefined,
  { segment, statistics, parts, boost }: Evaluation,
  within: ScoredDocs | undefined,
): TermScoring {
  const placeWeights = cachedWeights(segment, field, parts);
  return { segment, placeWeights, statistics, idf: statistics.idf(queryWord), boost, within };
}

const weightTables = new WeakMap<Segment, Map<string, PlaceWeights>>();

function cachedWeights(segment: Segment, field: string | undefined, parts: readonly DocumentField[]): PlaceWeights {
  let tables = weightTables.get(segment);
  if (tables === undefined) {
    tables = new Map();
    weightTables.set(segment, tables);
  }
  const key = `${field ?? ''}/${parts.length}`;
  // Fields that nobody has are as many as callers think of.
  if (tables.size > 100) tables.clear();
  const weights = tables.get(key) ?? placeWeightsOf(segment, field, parts);
  tables.set(key, weights);
  return weights;
}

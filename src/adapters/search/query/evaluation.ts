import { cachedPerObject } from '../../../base/caching/cached-per-object.ts';
import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { type BestMatch, type DocumentField, documentFields, type Query } from '../../../domain/query/query.ts';
import type { QueryTerm } from '../../../domain/query/term-match.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { DecodedPostings } from '../segment/postings.ts';
import { addScores, type ScoredDocs, type ScoredDocsPool } from '../segment/scored-docs.ts';
import type { Segment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { Statistics } from '../terms/statistics.ts';
import type { WildcardTerms } from '../terms/wildcard-terms.ts';
import { matchingTerms } from '../terms/wildcard-terms.ts';
import type { HierarchyFilter, ScoresAbove } from './hierarchy-filter.ts';
import { type PlaceWeights, placeWeightsOf } from './ranking.ts';
import type { Search } from './search.ts';
import type { TermScoring } from './term-scores.ts';

/** The context in which a query is evaluated over one segment. Deleted documents match like all others. */
export interface Evaluation {
  readonly segment: Segment;
  readonly statistics: Statistics;
  /** The parts of documents that are searched. */
  readonly parts: readonly DocumentField[];
  /** Receives the documents that match all parts of this best match. Undefined if they are not counted. */
  readonly complete: { readonly query: BestMatch; readonly docs: ScoredDocs } | undefined;
  /** The parts of best matches that folders match, with the score of such a folder for a document below it. */
  readonly inFolders: ReadonlyMap<Query, ScoresAbove>;
  /** A factor for all scores. */
  readonly boost: number;
  readonly patterns: WildcardTerms;
  readonly pool: ScoredDocsPool;
  readonly postings: DecodedPostings;
  readonly hierarchy: HierarchyFilter;
  readonly matchedTerms: Search['matchedTerms'];
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** What is looked up in all segments before a query is evaluated in any of them. */
export interface LookedUp {
  /** The terms that wildcards match: one entry for each segment, in the order of `Search.live`. */
  readonly patterns: readonly WildcardTerms[];
  readonly inFolders: Evaluation['inFolders'];
}

/** The context for evaluating a query over the segment `live[at]` of the search. Includes all parts of documents. */
export function evaluationOf(
  { live, statistics, hierarchy, matchedTerms, tools }: Search,
  at: number,
  { patterns, inFolders }: LookedUp,
): Evaluation {
  const segment = live[at]?.segment;
  if (segment === undefined) throw new Error(`The search has no segment with the index ${at}.`);
  const { pool, postings, keys, orders } = tools;
  const shared = { segment, statistics, hierarchy, matchedTerms, pool, postings, keys, orders };
  return {
    ...shared,
    parts: documentFields,
    complete: undefined,
    inFolders,
    boost: 1,
    patterns: patterns[at] ?? new Map(),
  };
}

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

/** How documents are scored for terms that match this word of the query. */
export function scoringFor(
  word: QueryTerm,
  field: string | undefined,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): TermScoring {
  const { segment, statistics, boost } = evaluation;
  const placeWeights = placeWeightsFor(field, evaluation);
  return { segment, placeWeights, idf: statistics.idf(word), boost, within };
}

const weightTables = cachedPerObject((_: Segment) => new Map<string, PlaceWeights>());

/** What an occurrence of a term counts by its place, if terms of this field are searched. */
export function placeWeightsFor(field: string | undefined, { segment, parts }: Evaluation): PlaceWeights {
  const tables = weightTables(segment);
  const key = `${field ?? ''}/${parts.length}`;
  // Callers can request any number of fields.
  if (tables.size > 100) tables.clear();
  const weights = tables.get(key) ?? placeWeightsOf(segment, field, parts);
  tables.set(key, weights);
  return weights;
}

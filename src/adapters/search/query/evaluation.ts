import { type DocumentField, documentFields } from '../../../domain/query/query.ts';
import type { ValueKeys } from '../segment/doc-values.ts';
import type { Entries } from '../segment/postings.ts';
import type { Segment } from '../segment/segment.ts';
import type { TextOrders } from '../segment/text-order.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
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
  readonly slack: number;
  /** By how much scores count. */
  readonly factor: number;
  readonly patterns: WildcardTerms;
  readonly pool: ScoredDocsPool;
  readonly entries: Entries;
  readonly tree: HierarchyFilter;
  readonly keys: ValueKeys;
  readonly orders: TextOrders;
}

/** For which words, and how strictly, a query is evaluated. */
export interface Relaxation {
  /** For each segment. */
  readonly patterns: readonly WildcardTerms[];
  readonly slack: number;
}

/** What a query is evaluated with over the segment with this place in a search; all parts of documents have a say. */
export function evaluationOf(
  { live, statistics, tree, tools }: Search,
  at: number,
  { patterns, slack }: Relaxation,
): Evaluation {
  const segment = live[at]?.segment;
  if (segment === undefined) throw new Error('There is no such segment.');
  const { pool, entries, keys, orders } = tools;
  const words = patterns[at] ?? new Map();
  return {
    segment,
    statistics,
    parts: documentFields,
    slack,
    factor: 1,
    patterns: words,
    pool,
    entries,
    tree,
    keys,
    orders,
  };
}

export const newScoredDocs = ({ pool, segment }: Evaluation): ScoredDocs => pool.take(segment.size);

/** What is found among what other queries have found before, with the scores of both together. */
export function withScoresOf(before: ScoredDocs | undefined, found: ScoredDocs, { pool }: Evaluation): ScoredDocs {
  if (before === undefined) return found;
  addScores(found, before);
  pool.give(before);
  return found;
}

/** The words that fit a pattern. */
export function* termsFor(pattern: string, { segment, patterns }: Evaluation): CooperativeTasks<readonly number[]> {
  return patterns.get(pattern) ?? (yield* matchingTerms(segment, pattern));
}

/** How the documents of the words that are found for this one are scored. */
export function scoringFor(
  wanted: string,
  field: string | undefined,
  { segment, statistics, parts, factor }: Evaluation,
  within: ScoredDocs | undefined,
): TermScoring {
  const where = knownWeights(segment, field, parts);
  return { segment, where, statistics, rarity: statistics.rarity(wanted), factor, within };
}

const weightTables = new WeakMap<Segment, Map<string, PlaceWeights>>();

function knownWeights(segment: Segment, field: string | undefined, parts: readonly DocumentField[]): PlaceWeights {
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

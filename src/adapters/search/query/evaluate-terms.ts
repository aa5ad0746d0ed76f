import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Query } from '../../../domain/query/query.ts';
import { type QueryTerm, queryTerms } from '../../../domain/query/term-match.ts';
import type { ScoredDocs } from '../segment/scored-docs.ts';
import { type MatchedTerms, termsWithinEdits, withEqualQuality } from '../terms/term-expansion.ts';
import { type Evaluation, newScoredDocs, scoringFor, termsFor, withScoresOf } from './evaluation.ts';
import { rarestFirst } from './query-planner.ts';
import { addTerms } from './term-scores.ts';

/** The documents that have all words of a text. */
export function* evaluateTerms(
  query: Extract<Query, { readonly kind: 'words' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  let common: ScoredDocs | undefined;
  for (const term of rarestFirst(queryTerms(query), evaluation)) {
    if (common?.count === 0) break;
    const matches = evaluation.matchedTerms(evaluation.segment, term);
    const docs = yield* withTerms(term, matches, query.field, evaluation, common ?? within);
    common = withScoresOf(common, docs, evaluation);
  }
  return common ?? newScoredDocs(evaluation);
}

type TermQuery = Extract<Query, { readonly kind: 'wildcard' | 'fuzzy' }>;

/** The documents with a term that matches a wildcard pattern, or that is within an edit distance of a word. */
export function* evaluateTerm(
  query: TermQuery,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const matches = yield* expandedTerms(query, evaluation);
  return yield* withTerms(wordOfTerm(query), matches, query.field, evaluation, within);
}

/** As which word of a query a pattern or a word with an edit distance is scored. */
export const wordOfTerm = (query: TermQuery): QueryTerm => ({
  word: query.kind === 'fuzzy' ? query.word : query.pattern,
  match: 'exact',
});

export function* expandedTerms(query: TermQuery, evaluation: Evaluation): CooperativeTask<MatchedTerms> {
  if (query.kind === 'fuzzy') return yield* termsWithinEdits(evaluation.segment, query.word, query.edits);
  return withEqualQuality(yield* termsFor(query.pattern, evaluation), 3);
}

/**
 * The documents with at least one of the terms that match a word of the query. Each gets the score of its best term.
 */
export function* withTerms(
  word: QueryTerm,
  matches: MatchedTerms,
  field: string | undefined,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const docs = newScoredDocs(evaluation);
  yield* addTerms(docs, scoringFor(word, field, evaluation, within), matches);
  return docs;
}

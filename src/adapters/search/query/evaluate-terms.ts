import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import type { Query } from '../../../domain/query/query.ts';
import { queryTerms } from '../../../domain/query/term-match.ts';
import type { ScoredDocs } from '../segment/scored-docs.ts';
import { type Evaluation, newScoredDocs, scoringFor, termsFor, withScoresOf } from './evaluation.ts';
import { rarestFirst } from './query-planner.ts';
import { type MatchedTerms, termsWithinEdits, withEqualQuality } from './term-expansion.ts';
import { addTerms } from './term-scores.ts';

/** The documents that have all words of a text. */
export function* evaluateTerms(
  { text, match, field }: Extract<Query, { readonly kind: 'words' }>,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  let common: ScoredDocs | undefined;
  for (const term of rarestFirst(queryTerms(text, match, evaluation.withoutTypos), evaluation)) {
    if (common?.count === 0) break;
    const matches = evaluation.matchedTerms(evaluation.segment, term);
    const docs = yield* withTerms(term.word, matches, field, evaluation, common ?? within);
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
  return yield* withTerms(textOfTerm(query), matches, query.field, evaluation, within);
}

export const textOfTerm = (query: TermQuery): string => (query.kind === 'fuzzy' ? query.word : query.pattern);

export function* expandedTerms(query: TermQuery, evaluation: Evaluation): CooperativeTask<MatchedTerms> {
  if (query.kind === 'fuzzy') return yield* termsWithinEdits(evaluation.segment, query.word, query.edits);
  return withEqualQuality(yield* termsFor(query.pattern, evaluation), 3);
}

/**
 * The documents with at least one of the terms that match a word of the query. Each gets the score of its best term.
 */
export function* withTerms(
  queryWord: string,
  matches: MatchedTerms,
  field: string | undefined,
  evaluation: Evaluation,
  within: ScoredDocs | undefined,
): CooperativeTask<ScoredDocs> {
  const docs = newScoredDocs(evaluation);
  yield* addTerms(docs, scoringFor(queryWord, field, evaluation, within), matches);
  return docs;
}

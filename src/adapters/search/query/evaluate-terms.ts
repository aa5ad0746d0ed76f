import type { Query } from '../../../domain/query/query.ts';
import { wantedWords } from '../../../domain/text/term-match.ts';
import type { Pieces } from '../writer/cooperative-tasks.ts';
import { type Evaluation, newFound, scoringFor, withScoresOf, wordsFor } from './evaluation.ts';
import { editedWords, equallyNear, foundWords, type NearWords } from './fuzzy-terms.ts';
import { rarestFirst } from './query-planner.ts';
import type { Found } from './scored-docs.ts';
import { addWords } from './term-scores.ts';

/** The documents that have all words of a text. */
export function* evaluateWords(
  { text, match, field }: Extract<Query, { readonly kind: 'words' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Pieces<Found> {
  let common: Found | undefined;
  for (const wanted of rarestFirst(wantedWords(text, match), evaluation)) {
    const near = foundWords(evaluation.segment, wanted);
    const found = yield* withWords(wanted.word, near, field, evaluation, common ?? within);
    common = withScoresOf(common, found, evaluation);
  }
  return common ?? newFound(evaluation);
}

/** The documents that have one of the words that a pattern, or a word with typos, means. */
export function* evaluateTerm(
  query: Extract<Query, { readonly kind: 'wildcard' | 'fuzzy' }>,
  evaluation: Evaluation,
  within: Found | undefined,
): Pieces<Found> {
  const near = yield* wordsOfTerm(query, evaluation);
  return yield* withWords(wantedOf(query), near, query.field, evaluation, within);
}

type Term = Extract<Query, { readonly kind: 'wildcard' | 'fuzzy' }>;

export const wantedOf = (query: Term): string => (query.kind === 'fuzzy' ? query.word : query.pattern);

export function* wordsOfTerm(query: Term, evaluation: Evaluation): Pieces<NearWords> {
  if (query.kind === 'fuzzy') return yield* editedWords(evaluation.segment, query.word, query.edits);
  return equallyNear(yield* wordsFor(query.pattern, evaluation), 3);
}

/** The documents that have one of these words, found for a wanted one, scored by the best of them. */
export function* withWords(
  wanted: string,
  near: NearWords,
  field: string | undefined,
  evaluation: Evaluation,
  within: Found | undefined,
): Pieces<Found> {
  const found = newFound(evaluation);
  yield* addWords(found, scoringFor(wanted, field, evaluation, within), near);
  return found;
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import type { SpellingCorrection } from '../../../domain/query/spelling-suggestion.ts';
import { differsByOneTypo, queryTerms } from '../../../domain/query/term-match.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termAt } from '../segment/terms.ts';
import { takeFuzzyTerms } from '../terms/fuzzy-terms.ts';
import { isKnownWord } from '../terms/known-words.ts';
import type { VisibleTerms } from '../terms/visible-terms.ts';
import type { Search } from './search.ts';

/** The maximum number of words in a query with suggestions. Each unknown word is compared with all terms. */
const maxWords = 8;
const maxSuggestions = 3;
/** The minimum length of a word with suggestions, in UTF-16 code units. Shorter words are similar to too many others. */
const minLength = 4;
/** From this length on, two edits are allowed. */
const minLengthForTwoEdits = 6;
/** Counting stops at this many visible documents per segment: terms that are more frequent count as equal. */
const maxCounted = 1000;

/**
 * Suggests other spellings for words of a query that no visible document has, neither exactly nor as a prefix, another form or
 * a compound of known words. The replacements are similar words that visible documents have; the most similar and most
 * frequent come first. Returns none if every word is known, or if the query is long.
 */
export function* suggestionsFor(
  { query, live }: Pick<Search, 'query' | 'live'>,
  visibleTerms: VisibleTerms,
): CooperativeTask<SpellingCorrection[]> {
  const words = [...new Set(textsIn(query))];
  if (words.length > maxWords) return [];
  const corrections: { readonly word: string; readonly replacements: readonly string[] }[] = [];
  for (const word of words) {
    const isKnown = yield* isKnownWord(word, live, visibleTerms);
    const replacements = isKnown ? [] : yield* similarWords(word, live, visibleTerms);
    if (replacements.length > 0) corrections.push({ word, replacements });
  }
  const count = Math.min(maxSuggestions, Math.max(0, ...corrections.map(({ replacements }) => replacements.length)));
  return Array.from(
    { length: count },
    (_, number) =>
      new Map(corrections.map(({ word, replacements }) => [word, replacements[number] ?? replacements[0] ?? word])),
  );
}

/** The texts of a query, except those for a field and those that must not occur. */
function textsIn(query: Query): readonly string[] {
  if (query.kind === 'not') return [];
  if (query.kind === 'fuzzy') return query.field === undefined ? [query.word] : [];
  if (query.kind === 'words') return query.field === undefined ? queryTerms(query).map(({ word }) => word) : [];
  return partsOf(query).flatMap(textsIn);
}

function* similarWords(
  queryWord: string,
  live: readonly LiveSegment[],
  visibleTerms: VisibleTerms,
): CooperativeTask<readonly string[]> {
  if (queryWord.length < minLength) return [];
  const edits = queryWord.length < minLengthForTwoEdits ? 1 : 2;
  const similar = new Map<string, { edits: number; documents: number }>();
  for (const [at, { segment }] of live.entries()) {
    for (const [number, distance] of yield* termsWithin(segment, queryWord, edits)) {
      yield;
      const documents = visibleTerms.visibleCount(at, number, maxCounted);
      if (documents === 0) continue;
      const word = termAt(segment, number);
      const before = similar.get(word)?.documents ?? 0;
      similar.set(word, { edits: differsByOneTypo(word, queryWord) ? 1 : distance, documents: before + documents });
    }
  }
  return [...similar]
    .sort(
      ([word, one], [otherWord, other]) =>
        one.edits - other.edits || other.documents - one.documents || (word < otherWord ? -1 : 1),
    )
    .slice(0, maxSuggestions)
    .map(([word]) => word);
}

/** The numbers of the terms within an edit distance, with their distance. */
function* termsWithin(segment: Segment, queryWord: string, edits: 1 | 2): CooperativeTask<ReadonlyMap<number, number>> {
  const similar = new Map<number, number>();
  yield* takeFuzzyTerms(segment, queryWord, edits, (number, distance) => similar.set(number, distance));
  return similar;
}

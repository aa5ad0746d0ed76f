import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import { partsOf, type Query } from '../../../domain/query/query.ts';
import type { SpellingCorrection } from '../../../domain/query/spelling-suggestion.ts';
import { differsByOneTypo, queryTerms } from '../../../domain/text/term-match.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termAt } from '../segment/terms.ts';
import { matchedTerms } from './fuzzy-terms.ts';
import type { Search } from './search.ts';
import { takeFuzzyTerms } from './term-expansion.ts';
import { createVisibleTerms, type VisibleTerms } from './visible-terms.ts';

/** Of queries of more words none is suggested: each word that is not found is compared with all others. */
const maxWords = 8;
/** So many ways to write it at most. */
const maxSuggestions = 3;
/** Shorter words are near to too many others. In UTF-16 code units. */
const minLength = 4;
/** From here on two letters may be wrong. */
const minLengthForTwoEdits = 6;
/** Words in so many documents of a segment that are seen, or more, are all as frequent. */
const maxCounted = 1000;

/**
 * Other ways to write the words of a query: those that stand in no document that is seen, neither as they are nor as the beginning or
 * another form of a word, replaced by near words that do. The nearest and most frequent first; none where each word is found, and none for long queries.
 */
export function* suggestionsFor(
  query: Query,
  { live, visibilities: sights }: Search,
): CooperativeTask<SpellingCorrection[]> {
  const words = [...new Set(textsIn(query))];
  if (words.length > maxWords) return [];
  const visibleTerms = createVisibleTerms(live, sights, 'parts');
  const corrections: { readonly word: string; readonly others: readonly string[] }[] = [];
  for (const word of words) {
    const others = isKnown(word, live, visibleTerms) ? [] : yield* similarWords(word, live, visibleTerms);
    if (others.length > 0) corrections.push({ word, others });
  }
  const count = Math.min(maxSuggestions, Math.max(0, ...corrections.map(({ others }) => others.length)));
  return Array.from(
    { length: count },
    (_, number) => new Map(corrections.map(({ word, others }) => [word, others[number] ?? others[0] ?? word])),
  );
}

/** The words that a person typed: not those of a field, and not those that are to be missing. */
function textsIn(query: Query): readonly string[] {
  if (query.kind === 'not') return [];
  if (query.kind === 'words')
    return query.field === undefined ? queryTerms(query.text, query.match).map(({ word }) => word) : [];
  return partsOf(query).flatMap(textsIn);
}

const isKnown = (word: string, live: readonly LiveSegment[], visibleTerms: VisibleTerms): boolean =>
  live.some(({ segment }, at) => {
    const { terms, qualities } = matchedTerms(segment, { word, match: 'loose' });
    return terms.some(
      (number, index) => (qualities[index] ?? 0) >= minQuality && visibleTerms.isTermVisible(at, number),
    );
  });

/** The beginning of a word is as good as the word; farther words are none that was meant. */
const minQuality = 3;

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

/** The numbers of the words that are so many edits away at most, and how many it takes. */
function* termsWithin(segment: Segment, queryWord: string, edits: 1 | 2): CooperativeTask<ReadonlyMap<number, number>> {
  const similar = new Map<number, number>();
  yield* takeFuzzyTerms(segment, queryWord, edits, (number, distance) => similar.set(number, distance));
  return similar;
}

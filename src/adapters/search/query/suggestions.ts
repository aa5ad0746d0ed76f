import { partsOf, type Query } from '../../../domain/query/query.ts';
import type { SpellingCorrection } from '../../../domain/query/spelling-suggestion.ts';
import { differsByOneTypo, queryTerms } from '../../../domain/text/term-match.ts';
import type { LiveSegment, Segment } from '../segment/segment.ts';
import { termAt } from '../segment/terms.ts';
import type { CooperativeTasks } from '../writer/cooperative-tasks.ts';
import { matchedTerms } from './fuzzy-terms.ts';
import type { Search } from './search.ts';
import { takeFuzzyTerms } from './term-expansion.ts';
import { createVisibleTerms, type VisibleTerms } from './visible-terms.ts';

/** Of queries of more words none is suggested: each word that is not found is compared with all others. */
const mostWords = 8;
/** So many ways to write it at most. */
const mostSuggestions = 3;
/** Shorter words are near to too many others. In UTF-16 code units. */
const shortest = 4;
/** From here on two letters may be wrong. */
const shortestWithTwo = 6;
/** Words in so many documents of a segment that are seen, or more, are all as frequent. */
const frequent = 1000;

/**
 * Other ways to write the words of a query: those that stand in no document that is seen, neither as they are nor as the beginning or
 * another form of a word, replaced by near words that do. The nearest and most frequent first; none where each word is found, and none for long queries.
 */
export function* suggestionsFor(query: Query, { live, sights }: Search): CooperativeTasks<SpellingCorrection[]> {
  const words = [...new Set(textsIn(query))];
  if (words.length > mostWords) return [];
  const sight = createVisibleTerms(live, sights, 'parts');
  const near: { readonly word: string; readonly others: readonly string[] }[] = [];
  for (const word of words) {
    const others = isFound(word, live, sight) ? [] : yield* nearWords(word, live, sight);
    if (others.length > 0) near.push({ word, others });
  }
  const count = Math.min(mostSuggestions, Math.max(0, ...near.map(({ others }) => others.length)));
  return Array.from(
    { length: count },
    (_, number) => new Map(near.map(({ word, others }) => [word, others[number] ?? others[0] ?? word])),
  );
}

/** The words that a person typed: not those of a field, and not those that are to be missing. */
function textsIn(query: Query): readonly string[] {
  if (query.kind === 'not') return [];
  if (query.kind === 'words')
    return query.field === undefined ? queryTerms(query.text, query.match).map(({ word }) => word) : [];
  return partsOf(query).flatMap(textsIn);
}

const isFound = (word: string, live: readonly LiveSegment[], sight: VisibleTerms): boolean =>
  live.some(({ segment }, at) => {
    const { words, nearness } = matchedTerms(segment, { word, match: 'loose' });
    return words.some((number, place) => (nearness[place] ?? 0) >= farthest && sight.isSeen(at, number));
  });

/** The beginning of a word is as good as the word; farther words are none that was meant. */
const farthest = 3;

function* nearWords(
  wanted: string,
  live: readonly LiveSegment[],
  sight: VisibleTerms,
): CooperativeTasks<readonly string[]> {
  if (wanted.length < shortest) return [];
  const edits = wanted.length < shortestWithTwo ? 1 : 2;
  const near = new Map<string, { edits: number; documents: number }>();
  for (const [at, { segment }] of live.entries()) {
    for (const [number, apart] of yield* wordsWithin(segment, wanted, edits)) {
      yield;
      const documents = sight.seenCount(at, number, frequent);
      if (documents === 0) continue;
      const word = termAt(segment, number);
      const before = near.get(word)?.documents ?? 0;
      near.set(word, { edits: differsByOneTypo(word, wanted) ? 1 : apart, documents: before + documents });
    }
  }
  return [...near]
    .sort(
      ([word, one], [otherWord, other]) =>
        one.edits - other.edits || other.documents - one.documents || (word < otherWord ? -1 : 1),
    )
    .slice(0, mostSuggestions)
    .map(([word]) => word);
}

/** The numbers of the words that are so many edits away at most, and how many it takes. */
function* wordsWithin(segment: Segment, wanted: string, edits: 1 | 2): CooperativeTasks<ReadonlyMap<number, number>> {
  const near = new Map<number, number>();
  yield* takeFuzzyTerms(segment, wanted, edits, (number, apart) => near.set(number, apart));
  return near;
}

import type { CooperativeTask } from '../../../base/scheduling/cooperative-task.ts';
import {
  allowsBeginning,
  allowsEnding,
  allowsStem,
  allowsTypo,
  compoundEndings,
  compoundStem,
  endsWithNumber,
  keyOfTerm,
  type MatchQuality,
  maxNumberEnding,
  minCompoundPrefix,
  minTypoLength,
  otherSpelling,
  otherSpellingQuality,
  type QueryTerm,
  synonymQuality,
  synonymTerms,
} from '../../../domain/query/term-match.ts';
import { haveSameStem, maxSuffixLength, stemsOf } from '../../../domain/text/stems.ts';
import type { Segment } from '../segment/segment.ts';
import { eachTermWithSuffix } from '../segment/term-suffixes.ts';
import { termAt, termLength, termNumber, termsWithPrefix } from '../segment/terms.ts';
import { takeFuzzyTerms, takeTypos } from './fuzzy-terms.ts';

/** Terms of a segment that match a word of a query. The same term may occur again with a lower quality. */
export interface MatchedTerms {
  readonly terms: readonly number[];
  /** The match quality of each term. */
  readonly qualities: readonly MatchQuality[];
}

/** The terms that match a word of a query, best first. */
export function matchedTerms(segment: Segment, term: QueryTerm): MatchedTerms {
  const matches = createMatches();
  expandTerm(segment, term, matches.take);
  return matches;
}

/** Like `matchedTerms`, but looks each word up once in each segment, as long as a search lasts. */
export function cachedMatchedTerms(): typeof matchedTerms {
  const bySegment = new Map<Segment, Map<string, MatchedTerms>>();
  return (segment, term) => {
    const known = bySegment.get(segment) ?? new Map<string, MatchedTerms>();
    bySegment.set(segment, known);
    const key = keyOfTerm(term);
    const matches = known.get(key) ?? matchedTerms(segment, term);
    known.set(key, matches);
    return matches;
  };
}

/** Terms that all have the same match quality. */
export const withEqualQuality = (terms: readonly number[], quality: MatchQuality): MatchedTerms => ({
  terms,
  qualities: terms.map(() => quality),
});

/** The terms within this edit distance of a word. */
export function* termsWithinEdits(segment: Segment, word: string, edits: 1 | 2): CooperativeTask<MatchedTerms> {
  const matches = createMatches();
  if (edits === 2)
    yield* takeFuzzyTerms(segment, word, 2, (number, distance) => matches.take(number, qualityOf(distance)));
  else {
    const exact = termNumber(segment, word);
    if (exact >= 0) matches.take(exact, 5);
    takeTypos(segment, word, (number) => matches.take(number, 3));
  }
  return matches;
}

const qualityOf = (edits: number): MatchQuality => (edits === 0 ? 5 : edits === 1 ? 3 : 1);

function createMatches() {
  const terms: number[] = [];
  const qualities: MatchQuality[] = [];
  const take = (term: number, quality: MatchQuality): void => {
    terms.push(term);
    qualities.push(quality);
  };
  return { terms, qualities, take };
}

/** Receives the number of a matching term. The same term may come again with a lower quality. */
type TakeTerm = (term: number, quality: MatchQuality) => void;

/** Finds the terms of a segment that match a word of a query, best first. */
function expandTerm(segment: Segment, queryTerm: QueryTerm, take: TakeTerm): void {
  const exact = termNumber(segment, queryTerm.word);
  if (exact >= 0) take(exact, 5);
  if (queryTerm.match === 'exact') return;
  for (const synonym of synonymTerms(queryTerm)) takeSynonym(segment, synonym, take);
  takeForms(segment, queryTerm, exact, take);
  const other = otherSpelling(queryTerm);
  if (other !== undefined) takeOtherSpelling(segment, other, take);
  if (!allowsTypo(queryTerm)) return;
  takeTypos(segment, queryTerm.word, (number) => {
    if (termLength(segment, number) >= minTypoLength) take(number, 1);
  });
}

function takeSynonym(segment: Segment, synonym: QueryTerm, take: TakeTerm): void {
  const same = termNumber(segment, synonym.word);
  if (same >= 0) take(same, synonymQuality);
  if (allowsStem(synonym)) takeStems(segment, synonym.word, take);
}

function takeOtherSpelling(segment: Segment, other: QueryTerm, take: TakeTerm): void {
  const same = termNumber(segment, other.word);
  if (same >= 0) take(same, otherSpellingQuality);
  takeForms(segment, other, same, take);
}

/** Finds the terms that are other forms of a word or compounds with it, best first. `exact` is the number of the word itself. */
function takeForms(segment: Segment, queryTerm: QueryTerm, exact: number, take: TakeTerm): void {
  if (allowsStem(queryTerm)) takeStems(segment, queryTerm.word, take);
  if (!allowsBeginning(queryTerm)) return;
  const stem = compoundStem(queryTerm);
  // All words that begin with the word also begin with its stem.
  const beginning = stem ?? queryTerm.word;
  const [from, end] = termsWithPrefix(segment, beginning);
  const isNumber = queryTerm.match !== 'prefix' && endsWithNumber(beginning);
  const [fromLonger, endLonger] = isNumber ? longerNumbers(segment, beginning) : [0, 0];
  const longest = isNumber ? beginning.length + maxNumberEnding : Number.POSITIVE_INFINITY;
  for (let number = from; number < end; number += 1) {
    const isLongerNumber = number >= fromLonger && number < endLonger;
    if (number !== exact && !isLongerNumber && termLength(segment, number) <= longest) take(number, 3);
  }
  if (stem !== undefined) for (const ending of compoundEndings(stem)) takeSuffixMatches(segment, ending, take);
  else if (allowsEnding(queryTerm)) takeSuffixMatches(segment, queryTerm.word, take);
}

/** The terms that continue a number at the end of `beginning`, which makes it another number: `75` for `7`. A range, often empty. */
function longerNumbers(segment: Segment, beginning: string): readonly [from: number, end: number] {
  return [termsWithPrefix(segment, `${beginning}0`)[0], termsWithPrefix(segment, `${beginning}9`)[1]];
}

function takeStems(segment: Segment, queryWord: string, take: TakeTerm): void {
  for (const { beginning: prefix } of stemsOf(queryWord)) {
    const [from, end] = termsWithPrefix(segment, prefix);
    for (let number = from; number < end; number += 1) {
      const word = termAt(segment, number);
      // Longer words cannot have this stem.
      if (word.length > prefix.length + maxSuffixLength || word === queryWord) continue;
      if (haveSameStem(word, queryWord)) take(number, 4);
    }
  }
}

function takeSuffixMatches(segment: Segment, queryWord: string, take: TakeTerm): void {
  eachTermWithSuffix(segment, queryWord, (number) => {
    if (termLength(segment, number) >= queryWord.length + minCompoundPrefix) take(number, 2);
  });
}

import { wordsOf } from '../text/folding.ts';
import { haveSameStem, stemsOf } from '../text/stems.ts';
import type { Match, Query } from './query.ts';

/** A folded word of a query. */
export interface QueryTerm {
  readonly word: string;
  readonly match: Match;
  /** Other words, folded, for a word that also matches in other forms. */
  readonly synonyms?: readonly string[] | undefined;
}

/** Names of the match qualities, worst first. */
export const matchQualityNames = ['typo', 'ending', 'beginning', 'stem', 'same'] as const;

export type MatchQualityName = (typeof matchQualityNames)[number];

/**
 * How well a term matches a word of a query: 5 the same word, 4 the same stem, the other spelling or a synonym, 3 starts with it or its
 * stem, 2 ends with it or another form of it, 1 one typing error away, 0 no match.
 */
export type MatchQuality = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * The minimum length, in UTF-16 code units, of a word that matches with one typing error, and of the terms that it then matches. A
 * typing error in a shorter word often makes another word.
 */
export const minTypoLength = 5;

/**
 * The minimum length, in UTF-16 code units, of a word that matches at the end of longer words. Too many words end with a
 * shorter one.
 */
const minEndingLength = 4;
/** The minimum length, in UTF-16 code units, of the part of a compound before its ending. */
export const minCompoundPrefix = 3;

/** The minimum length, in UTF-16 code units, of a synonym that also matches words with its stem. */
const minStemmedSynonym = 4;

/** The minimum length, in UTF-16 code units, of a stem that matches in compounds. A shorter one begins too many other words. */
const minCompoundStemLength = 5;

/** The German endings that a word loses in a compound (Gleichungen, Gleichungssysteme) or has at its end (Bruchgleichungen). */
const inflections: readonly string[] = ['', 'e', 'n', 's', 'en', 'er', 'es', 'ern'];

/** Whether a word also matches other forms and compounds of it. */
const allowsForms = ({ match }: QueryTerm): boolean => match === 'loose' || match === 'without typos';

/** Whether a word also matches words with the same stem. */
export const allowsStem = (term: QueryTerm): boolean => term.match === 'stem' || allowsForms(term);

/** Whether a word also matches at the beginning of longer ones. */
export const allowsBeginning = (term: QueryTerm): boolean => term.match === 'prefix' || allowsForms(term);

/**
 * Whether a word ends with a number. It begins only what is called by the same number: `7` begins `7a` and `7er`, but neither `75` nor
 * `7c05f8`.
 */
export const endsWithNumber = (word: string): boolean => /\d$/.test(word);

/** The maximum length, in UTF-16 code units, of what follows a number that begins a longer word. */
export const maxNumberEnding = 2;

/** Whether a term begins with a word, and a number at its end is not cut. */
const hasBeginning = (term: string, word: string): boolean =>
  term.startsWith(word) &&
  !(endsWithNumber(word) && (term.length > word.length + maxNumberEnding || /^\d/.test(term.slice(word.length))));

/** Whether a word also matches at the end of longer ones, such as `wald` in `regenwald`. */
export const allowsEnding = (term: QueryTerm): boolean => allowsForms(term) && term.word.length >= minEndingLength;

/**
 * The stem by which a word also matches compounds that have it in another form: `gleichung` for `gleichungen`. Undefined for a word
 * that matches no stems, whose stem is too short or ends with a number, or that has more than an inflection after it.
 */
export function compoundStem(term: QueryTerm): string | undefined {
  if (!allowsForms(term)) return undefined;
  const stem = stemsOf(term.word).find(({ language }) => language === 'german')?.stem ?? '';
  if (stem.length < minCompoundStemLength || endsWithNumber(stem)) return undefined;
  return inflections.includes(term.word.slice(stem.length)) ? stem : undefined;
}

/** The ends of compounds with this stem. */
export const compoundEndings = (stem: string): readonly string[] => inflections.map((inflection) => stem + inflection);

/** What may join two parts of a German compound, besides nothing. */
const linkingLetters: readonly string[] = ['', 's', 'n', 'en', 'es', 'e', 'er'];

/** The minimum length, in UTF-16 code units, of a part into which a compound is split. */
const minPartLength = 4;

/**
 * The ways to split a folded compound in two, without the letters that link the halves: `basketball`, `regeln`. The longest first
 * half comes first. Most halves are not words.
 */
export function* compoundHalves(word: string): Generator<readonly [first: string, second: string]> {
  for (let end = word.length - minPartLength; end >= minPartLength; end -= 1) {
    for (const linked of linkingLetters) {
      const first = word.slice(0, end - linked.length);
      if (first.length >= minPartLength && word.startsWith(linked, first.length)) yield [first, word.slice(end)];
    }
  }
}

/** Whether a folded term is a compound that ends with `word`. */
const isEnding = (word: string, term: string): boolean =>
  term.length >= word.length + minCompoundPrefix && term.endsWith(word);

/** Another digit makes another number, not a misspelt one: `klasse7` and `klasse8`. */
const hasDigit = /\d/;

/** Whether a word also matches terms that are one typing error away. */
export const allowsTypo = ({ match, word }: QueryTerm): boolean =>
  match === 'loose' && word.length >= minTypoLength && !hasDigit.test(word);

type WordsOfQuery = Pick<Extract<Query, { readonly kind: 'words' }>, 'text' | 'match' | 'synonyms'>;

/** Splits the text of a `words` query, which matches documents with all of its words. In a `prefix` text, only the last word is a prefix. */
export function queryTerms({ text, match, synonyms }: WordsOfQuery): readonly QueryTerm[] {
  const words = wordsOf(text);
  return words.map((word, index) => ({
    word,
    match: match === 'prefix' && index < words.length - 1 ? 'exact' : match,
    synonyms: words.length === 1 ? synonyms : undefined,
  }));
}

/** Identifies a term in caches: terms with the same key match the same words. */
export const keyOfTerm = ({ word, match, synonyms = [] }: QueryTerm): string => [match, word, ...synonyms].join(' ');

/** The synonyms of a word as terms. Abbreviations match only as they are: too many words have their letters. */
export const synonymTerms = (term: QueryTerm): readonly QueryTerm[] =>
  allowsForms(term)
    ? (term.synonyms ?? []).map((word) => ({
        word,
        match: word.length < minStemmedSynonym ? 'exact' : 'without typos',
      }))
    : [];

/** Whether a term of a document is one of the synonyms, or has the same stem as one. */
export const isSynonym = (term: string, query: QueryTerm): boolean =>
  synonymTerms(query).some(
    (synonym) => term === synonym.word || (allowsStem(synonym) && haveSameStem(term, synonym.word)),
  );

/** The minimum length, in UTF-16 code units, of a word that also matches in its other spelling. */
const minSpelledLength = 5;

/**
 * A word of a query in the other of two German spellings, `ph` and `f`: `geografie` for `geographie`. Undefined for a word that has
 * none, is short or matches no other forms.
 */
export function otherSpelling(term: QueryTerm): QueryTerm | undefined {
  const { word } = term;
  if (!allowsForms(term) || word.length < minSpelledLength) return undefined;
  const other = word.includes('ph') ? word.replaceAll('ph', 'f') : word.replaceAll('f', 'ph');
  return other === word ? undefined : { word: other, match: 'without typos' };
}

/** The best quality of a word in its other spelling. */
export const otherSpellingQuality = 4;

/** The quality of a synonym. */
export const synonymQuality = 4;

/** How well a folded term of a document matches a word of a query. */
export function matchQuality(term: string, query: QueryTerm): MatchQuality {
  const quality = formQuality(term, query);
  if (quality < synonymQuality && isSynonym(term, query)) return synonymQuality;
  if (quality > 0) return quality;
  const other = otherSpelling(query);
  const otherQuality = other === undefined ? 0 : formQuality(term, other);
  if (otherQuality > 0) return otherQuality > otherSpellingQuality ? otherSpellingQuality : otherQuality;
  return allowsTypo(query) && term.length >= minTypoLength && differsByOneTypo(term, query.word) ? 1 : 0;
}

/** The match quality of a term as a form of a word, without typing errors. */
function formQuality(term: string, query: QueryTerm): MatchQuality {
  if (term === query.word) return 5;
  if (query.match === 'exact') return 0;
  if (allowsStem(query) && haveSameStem(term, query.word)) return 4;
  if (!allowsBeginning(query)) return 0;
  if (query.match === 'prefix') return term.startsWith(query.word) ? 3 : 0;
  if (hasBeginning(term, query.word)) return 3;
  const stem = compoundStem(query);
  if (stem !== undefined && hasBeginning(term, stem)) return 3;
  if (allowsEnding(query) && isEnding(query.word, term)) return 2;
  return stem !== undefined && compoundEndings(stem).some((ending) => isEnding(ending, term)) ? 2 : 0;
}

/**
 * Whether a word matches a whole pattern, in which `*` matches any UTF-16 code units and `?` one. Takes at most as many
 * steps as the product of both lengths. A regular expression with many stars could take hours.
 */
export function fitsPattern(word: string, pattern: string): boolean {
  let [inPattern, inWord] = [0, 0];
  // The last star, and the end of what it matches in the word.
  let [star, starEnd] = [-1, 0];
  while (inWord < word.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern;
      starEnd = inWord;
      inPattern += 1;
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === word[inWord]) {
      inPattern += 1;
      inWord += 1;
    } else if (star >= 0) {
      starEnd += 1;
      inPattern = star + 1;
      inWord = starEnd;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

/** Whether one edit turns one word into the other: a changed, missing or additional letter, or two swapped ones. */
export function differsByOneTypo(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return haveSameEnd(short, start, long, start + 1);
  if (haveSameEnd(short, start + 1, long, start + 1)) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && haveSameEnd(short, start + 2, long, start + 2);
}

/** Whether two words are equal from these positions on. Creates no strings: a search compares thousands of words. */
function haveSameEnd(left: string, leftAt: number, right: string, rightAt: number): boolean {
  if (left.length - leftAt !== right.length - rightAt) return false;
  for (let at = left.length - 1; at >= leftAt; at -= 1) if (left[at] !== right[at - leftAt + rightAt]) return false;
  return true;
}

function swapped(word: string, at: number): string {
  return word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
}

/** All words that result from swapping two adjacent letters, without the word itself. */
export function swapsOf(word: string): readonly string[] {
  const swaps = new Set<string>();
  for (let at = 0; at < word.length - 1; at += 1) swaps.add(swapped(word, at));
  swaps.delete(word);
  return [...swaps];
}

import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as germanStem } from '@orama/stemmers/german';

/** Shorter stems say too little about a word. */
const shortestStem = 3;

/** What follows the beginning of a stem is no longer than this where it is an ending. */
export const maxSuffixLength = 8;

/** The stem of a folded word in a language, and how it looks as the beginning of other words with the same stem. */
export interface Stem {
  readonly language: 'german' | 'english';
  readonly stem: string;
  /** Every word that counts as of the same stem begins so. */
  readonly beginning: string;
}

/** Stems of so many words are remembered, twice over. */
const mostRemembered = 8_000;
let remembered = new Map<string, readonly Stem[]>();
let rememberedBefore = new Map<string, readonly Stem[]>();

/** The stems of a folded word, as far as they say something: each is the same for words that differ in their endings only. */
export function stemsOf(word: string): readonly Stem[] {
  const known = remembered.get(word) ?? rememberedBefore.get(word) ?? madeStems(word);
  if (remembered.size >= mostRemembered) {
    rememberedBefore = remembered;
    remembered = new Map();
  }
  remembered.set(word, known);
  return known;
}

function madeStems(word: string): readonly Stem[] {
  const german = germanStem(word);
  const english = englishStem(word);
  const stems: Stem[] = [
    { language: 'german', stem: german, beginning: german },
    // English stems may end in another letter than their words: writing and write, studies and study.
    { language: 'english', stem: english, beginning: english.slice(0, -1) },
  ];
  return stems.filter(
    ({ beginning }) =>
      beginning.length >= shortestStem &&
      word.startsWith(beginning) &&
      word.length <= beginning.length + maxSuffixLength,
  );
}

/** Whether two folded words differ in their German or English endings only. */
export function haveSameStem(left: string, right: string): boolean {
  return stemsOf(left).some(({ language, stem }) =>
    stemsOf(right).some((other) => other.language === language && other.stem === stem),
  );
}

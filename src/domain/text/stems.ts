import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as germanStem } from '@orama/stemmers/german';

/** The minimum length of a stem. Shorter stems are shared by too many words. */
const minStemLength = 3;

/** Maximum length of an inflectional ending after a stem. */
export const maxSuffixLength = 8;

/** The stem of a folded word in a language. */
export interface Stem {
  readonly language: 'german' | 'english';
  readonly stem: string;
  /** The common prefix of all words with this stem. */
  readonly beginning: string;
}

/** The cache has two generations of this many words each. */
const maxCached = 8_000;
let cached = new Map<string, readonly Stem[]>();
let cachedBefore = new Map<string, readonly Stem[]>();

/**
 * The German and English stems of a folded word, without those that are too short. Words that differ only in their
 * endings share a stem.
 */
export function stemsOf(word: string): readonly Stem[] {
  const stems = cached.get(word) ?? cachedBefore.get(word) ?? computeStems(word);
  if (cached.size >= maxCached) {
    cachedBefore = cached;
    cached = new Map();
  }
  cached.set(word, stems);
  return stems;
}

function computeStems(word: string): readonly Stem[] {
  const german = germanStem(word);
  const english = englishStem(word);
  const stems: Stem[] = [
    { language: 'german', stem: german, beginning: german },
    // The last letter of an English stem may differ from that of its words: writing and write, studies and study.
    { language: 'english', stem: english, beginning: english.slice(0, -1) },
  ];
  return stems.filter(
    ({ beginning }) =>
      beginning.length >= minStemLength &&
      word.startsWith(beginning) &&
      word.length <= beginning.length + maxSuffixLength,
  );
}

/** Whether two folded words differ only in their German or English endings. */
export function haveSameStem(left: string, right: string): boolean {
  return stemsOf(left).some(({ language, stem }) =>
    stemsOf(right).some((other) => other.language === language && other.stem === stem),
  );
}

import { wordsOf } from '../text/folding.ts';

/** Folded words of a query, each with the folded word that may be meant. */
export type SpellingCorrection = ReadonlyMap<string, string>;

const word = /[\p{L}\p{N}\p{M}]+/gu;

const isWord = (written: string, folded: string): boolean => {
  const [only, ...others] = wordsOf(written);
  return only === folded && others.length === 0;
};

/** The first word of the texts that is this one when it is folded, in small letters; undefined where none has it. */
export function writtenIn(texts: Iterable<string>, folded: string): string | undefined {
  for (const text of texts) {
    for (const [written] of text.matchAll(word)) if (isWord(written, folded)) return written.toLowerCase();
  }
  return undefined;
}

/** With the capitals of another word, as far as they have a rule. */
function capitalizedAs(model: string, text: string): string {
  const [first = '', ...rest] = model;
  if (first === first.toLowerCase()) return text;
  if (rest.length > 0 && model === model.toUpperCase()) return text.toUpperCase();
  const [initial = '', ...others] = text;
  return initial.toUpperCase() + others.join('');
}

/** What somebody typed, with other words in the place of some; `instead` has them by the folded word. All else stays as it stands. */
export const correctedQuery = (typed: string, instead: ReadonlyMap<string, string>): string =>
  typed.replaceAll(word, (written) => {
    const other = instead.get(wordsOf(written)[0] ?? '');
    return other === undefined ? written : capitalizedAs(written, other);
  });

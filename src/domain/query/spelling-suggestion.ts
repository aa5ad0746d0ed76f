import { wordsOf } from '../text/folding.ts';

/** Folded words of a query, each with the folded word that the user may have meant. */
export type SpellingCorrection = ReadonlyMap<string, string>;

const word = /[\p{L}\p{N}\p{M}]+/gu;

const foldsTo = (text: string, folded: string): boolean => {
  const [first, ...rest] = wordsOf(text);
  return first === folded && rest.length === 0;
};

/** The first word in the texts that folds to this one, in lower case; undefined if there is none. */
export function writtenIn(texts: Iterable<string>, folded: string): string | undefined {
  for (const text of texts) {
    for (const [match] of text.matchAll(word)) if (foldsTo(match, folded)) return match.toLowerCase();
  }
  return undefined;
}

/** A text capitalized like another word: in lower case, in capitals, or with an initial capital. */
function capitalizedAs(model: string, text: string): string {
  const [first = '', ...rest] = model;
  if (first === first.toLowerCase()) return text;
  if (rest.length > 0 && model === model.toUpperCase()) return text.toUpperCase();
  const [initial = '', ...tail] = text;
  return initial.toUpperCase() + tail.join('');
}

/** A query text with corrected words; `corrections` maps folded words to their replacements. Everything else stays. */
export const correctedQuery = (query: string, corrections: ReadonlyMap<string, string>): string =>
  query.replaceAll(word, (match) => {
    const correction = corrections.get(wordsOf(match)[0] ?? '');
    return correction === undefined ? match : capitalizedAs(match, correction);
  });

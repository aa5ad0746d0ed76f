import { createTermRanks } from './term-ranks.ts';

/** Words whose numbers are their places in a list that only ever grows. */
export interface NumberedTerms {
  readonly terms: readonly string[];
  /** Puts numbers of words, all different, in the order of the words (UTF-16 code units), in place. */
  sort(numbers: Uint32Array): void;
  /** A number for each word, and more, for whoever needs one for a moment: all 0, and to be left so. */
  tally(): Uint32Array;
}

export function numberTerms(terms: readonly string[]): NumberedTerms {
  let tally = new Uint32Array(1 << 9);
  return {
    terms,
    sort: createTermRanks(terms).sort,
    tally() {
      if (tally.length < terms.length) tally = new Uint32Array(terms.length * 2);
      return tally;
    },
  };
}

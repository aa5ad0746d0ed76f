import { TermRanks } from './term-ranks.ts';

/** Terms, numbered by their index in a list that only grows. */
export interface NumberedTerms {
  readonly terms: readonly string[];
  /** Sorts distinct term numbers in place, in the order of their terms (UTF-16 code units). */
  sort(numbers: Uint32Array): void;
  /** Scratch space: at least one counter per term, all 0. The caller must reset the counters that it used to 0. */
  tally(): Uint32Array;
}

export function numberTerms(terms: readonly string[]): NumberedTerms {
  const ranks = new TermRanks(terms);
  let tally = new Uint32Array(1 << 9);
  return {
    terms,
    sort: (numbers) => ranks.sort(numbers),
    tally() {
      if (tally.length < terms.length) tally = new Uint32Array(terms.length * 2);
      return tally;
    },
  };
}

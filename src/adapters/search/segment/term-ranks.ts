/** Sorts words by their numbers: words that were sorted before are not compared again. */
export interface TermRanks {
  /** Puts numbers, all different, in the order of their words (UTF-16 code units), in place. */
  sort(numbers: Uint32Array): void;
}

/** So few words are sorted at once: bringing all that are new into the order of all takes longer. */
const minRanked = 2000;

/** Numbers are places in `words`, which only ever grows. */
export function createTermRanks(terms: readonly string[]): TermRanks {
  const compare = (one: number, other: number): number => ((terms[one] ?? '') < (terms[other] ?? '') ? -1 : 1);
  /** The numbers of all words that are ranked, in order, and the place of each in it. */
  let order = new Uint32Array();
  let ranks = new Uint32Array();

  /** Brings in the words that came since the last time. */
  const rankAll = (): void => {
    const rankedCount = order.length;
    if (terms.length === rankedCount) return;
    const added = inOrder(terms, rankedCount);
    const all = new Uint32Array(terms.length);
    let from = 0;
    let to = 0;
    for (const number of added) {
      const term = terms[number] ?? '';
      const position = insertionPoint(order, terms, term, from);
      all.set(order.subarray(from, position), to);
      to += position - from;
      from = position;
      all[to] = number;
      to += 1;
    }
    all.set(order.subarray(from), to);
    order = all;
    ranks = new Uint32Array(all.length);
    for (let position = 0; position < all.length; position += 1) ranks[all[position] ?? 0] = position;
  };

  return {
    sort(numbers) {
      if (numbers.length < minRanked) {
        numbers.sort(compare);
        return;
      }
      rankAll();
      for (let at = 0; at < numbers.length; at += 1) numbers[at] = ranks[numbers[at] ?? 0] ?? 0;
      // Without a function that compares, this is done outside of JavaScript.
      numbers.sort();
      for (let at = 0; at < numbers.length; at += 1) numbers[at] = order[numbers[at] ?? 0] ?? 0;
    },
  };
}

/** Where a word belongs among those from a place on. */
function insertionPoint(order: Uint32Array, terms: readonly string[], term: string, from: number): number {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[order[middle] ?? 0] ?? '') < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers of the words from a place on, in the order of the words. */
function inOrder(terms: readonly string[], from: number): readonly number[] {
  const number = new Map<string, number>();
  const added = terms.slice(from);
  for (const [at, term] of added.entries()) number.set(term, from + at);
  return added.sort().map((term) => number.get(term) ?? 0);
}

/** Sorts words by their numbers: words that were sorted before are not compared again. */
export interface TermRanks {
  /** Puts numbers, all different, in the order of their words (UTF-16 code units), in place. */
  sort(numbers: Uint32Array): void;
}

/** So few words are sorted at once: bringing all that are new into the order of all takes longer. */
const few = 2000;

/** Numbers are places in `words`, which only ever grows. */
export function createTermRanks(words: readonly string[]): TermRanks {
  const compare = (one: number, other: number): number => ((words[one] ?? '') < (words[other] ?? '') ? -1 : 1);
  /** The numbers of all words that are ranked, in order, and the place of each in it. */
  let order = new Uint32Array();
  let ranks = new Uint32Array();

  /** Brings in the words that came since the last time. */
  const rankAll = (): void => {
    const known = order.length;
    if (words.length === known) return;
    const added = inOrder(words, known);
    const all = new Uint32Array(words.length);
    let from = 0;
    let to = 0;
    for (const number of added) {
      const word = words[number] ?? '';
      const place = placeOf(order, words, word, from);
      all.set(order.subarray(from, place), to);
      to += place - from;
      from = place;
      all[to] = number;
      to += 1;
    }
    all.set(order.subarray(from), to);
    order = all;
    ranks = new Uint32Array(all.length);
    for (let place = 0; place < all.length; place += 1) ranks[all[place] ?? 0] = place;
  };

  return {
    sort(numbers) {
      if (numbers.length < few) {
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
function placeOf(order: Uint32Array, words: readonly string[], word: string, from: number): number {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[order[middle] ?? 0] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers of the words from a place on, in the order of the words. */
function inOrder(words: readonly string[], from: number): readonly number[] {
  const number = new Map<string, number>();
  const added = words.slice(from);
  for (const [at, word] of added.entries()) number.set(word, from + at);
  return added.sort().map((word) => number.get(word) ?? 0);
}

import { firstPosition } from '../../../base/first-position.ts';

/**
 * The minimum number of terms that are sorted by rank. Fewer are compared directly: ranking all new terms would take
 * longer.
 */
const minRanked = 2000;

/** Sorts term numbers. Terms that were sorted before are not compared again. */
export class TermRanks {
  readonly #terms: readonly string[];
  /** The numbers of all ranked terms in order, and the position of each of them in this order. */
  #order = new Uint32Array();
  #ranks = new Uint32Array();

  /** Numbers are indexes into `terms`, which only grows. */
  constructor(terms: readonly string[]) {
    this.#terms = terms;
  }

  /** Sorts distinct numbers in place, in the order of their terms (UTF-16 code units). */
  sort(numbers: Uint32Array): void {
    const terms = this.#terms;
    if (numbers.length < minRanked) {
      numbers.sort((one, other) => ((terms[one] ?? '') < (terms[other] ?? '') ? -1 : 1));
      return;
    }
    this.#rankAll();
    const [order, ranks] = [this.#order, this.#ranks];
    for (let at = 0; at < numbers.length; at += 1) numbers[at] = ranks[numbers[at] ?? 0] ?? 0;
    // Without a comparison function, a typed array sorts natively.
    numbers.sort();
    for (let at = 0; at < numbers.length; at += 1) numbers[at] = order[numbers[at] ?? 0] ?? 0;
  }

  /** Ranks the terms that were added since the last ranking. */
  #rankAll(): void {
    const [order, terms] = [this.#order, this.#terms];
    if (terms.length === order.length) return;
    const all = new Uint32Array(terms.length);
    let [from, to] = [0, 0];
    for (const number of inOrder(terms, order.length)) {
      const term = terms[number] ?? '';
      const position = firstPosition(from, order.length, (at) => (terms[order[at] ?? 0] ?? '') >= term);
      all.set(order.subarray(from, position), to);
      to += position - from;
      from = position;
      all[to] = number;
      to += 1;
    }
    all.set(order.subarray(from), to);
    this.#order = all;
    this.#ranks = new Uint32Array(all.length);
    for (let position = 0; position < all.length; position += 1) this.#ranks[all[position] ?? 0] = position;
  }
}

/** The numbers of the terms from `from` on, in the order of the terms. */
function inOrder(terms: readonly string[], from: number): readonly number[] {
  const number = new Map<string, number>();
  const added = terms.slice(from);
  for (const [at, term] of added.entries()) number.set(term, from + at);
  return added.sort().map((term) => number.get(term) ?? 0);
}

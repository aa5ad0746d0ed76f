import SearchableMap from 'minisearch/SearchableMap';

/** Where in an entry a word is. Higher is better. */
export const places = { keyword: 1, label: 2, start: 3 } as const;

export type Place = (typeof places)[keyof typeof places];

/** A word at a place in an entry, as one integer. */
const postingOf = (entry: number, place: Place): number => entry * 4 + place;
export const entryIn = (posting: number): number => posting >>> 2;
export const placeIn = (posting: number): number => posting & 3;

/** Beginnings up to this length have lists of their own: so many words begin with them that visiting each takes too long. */
const maxBeginning = 2;

/** Longer lists are in typed arrays, with room to grow. Most lists are short, and room would be most of their memory. */
const shortLength = 16;

/** A list of integers that grows. */
class IntList {
  #values: Int32Array;
  #length = 0;

  constructor(first: readonly number[] = []) {
    this.#values = new Int32Array(2 * Math.max(first.length, 4));
    this.#values.set(first);
    this.#length = first.length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const longer = new Int32Array(Math.ceil(this.#length * 1.5));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  get values(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Most words are in one entry. A number takes less memory than a list of one. */
type Postings = number | readonly number[] | IntList;

const listOf = (postings: Postings | undefined): ArrayLike<number> => {
  if (postings === undefined) return [];
  if (typeof postings === 'number') return [postings];
  return postings instanceof IntList ? postings.values : postings;
};

/** The words of all entries, in a radix tree, with the entries and places that they are in. */
export class TermPostings {
  readonly #terms = new SearchableMap<Postings>();
  readonly #beginnings = new Map<string, IntList>();

  /** Adds the words of an entry, each with its best place. */
  add(entry: number, words: ReadonlyMap<string, Place>): void {
    const beginnings = new Map<string, Place>();
    for (const [word, place] of words) {
      this.#addTerm(word, postingOf(entry, place));
      for (let length = 1; length <= Math.min(maxBeginning, word.length); length += 1) {
        const beginning = word.slice(0, length);
        if ((beginnings.get(beginning) ?? 0) < place) beginnings.set(beginning, place);
      }
    }
    for (const [beginning, place] of beginnings) this.#addBeginning(beginning, postingOf(entry, place));
  }

  /** The postings of a whole word. */
  of(word: string): ArrayLike<number> {
    return listOf(this.#terms.get(word));
  }

  /**
   * The postings of all words with this beginning and more letters, in lists. Those of the word itself may be among them. Do not
   * change the words meanwhile.
   */
  *startingWith(beginning: string): Generator<ArrayLike<number>, undefined> {
    if (beginning.length > maxBeginning) {
      const whole = this.#terms.get(beginning);
      for (const postings of this.#terms.atPrefix(beginning).values()) if (postings !== whole) yield listOf(postings);
      return;
    }
    const list = this.#beginnings.get(beginning);
    if (list !== undefined) yield list.values;
  }

  /** The postings of all whole words that differ from this one by at most one typing error. */
  *similarTo(word: string): Generator<ArrayLike<number>, undefined> {
    for (const [, [postings]] of this.#terms.fuzzyGet(word, 1)) yield listOf(postings);
  }

  #addTerm(word: string, posting: number): void {
    const known = this.#terms.get(word);
    if (known instanceof IntList) known.push(posting);
    else if (known === undefined) this.#terms.set(word, posting);
    else if (typeof known === 'number') this.#terms.set(word, [known, posting]);
    else this.#terms.set(word, known.length < shortLength ? [...known, posting] : new IntList([...known, posting]));
  }

  #addBeginning(beginning: string, posting: number): void {
    let list = this.#beginnings.get(beginning);
    if (list === undefined) {
      list = new IntList();
      this.#beginnings.set(beginning, list);
    }
    list.push(posting);
  }
}

import { wordSeparators, wordsOf } from '../../../domain/text/folding.ts';
import { flatText } from '../codec/flat-text.ts';
import { type GrowingNumbers, pushNumber } from '../codec/int-buffer.ts';
import { createUnitsOf } from '../codec/utf16-units.ts';
import { type NumberedTerms, numberTerms } from '../segment/numbered-terms.ts';

/**
 * Numbers folded words, and remembers what they are written like: what was met before is found again by its letters as they stand,
 * without being folded or made a text of its own.
 */
export interface TermDictionary extends NumberedTerms {
  /** So many were met that it is time to begin with another one. It goes on nevertheless. */
  readonly isFull: boolean;
  /** Adds the numbers of the words of a text, as `wordsOf` finds them, in its order. */
  read(text: string, into: GrowingNumbers): void;
}

/** What stands between two separators, remembered. */
const mostPieces = 1 << 17;

/** Longer pieces are seldom met twice. In UTF-16 code units. */
const longestPiece = 40;

/** Who makes up pieces of one and the same hash is not helped: they are folded every time. */
const mostSteps = 64;

const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

/** A slot of the table of pieces: its hash, where its letters start, how many there are (0: the slot is free), and what it means. */
const slotWidth = 4;

/** What a piece means that is one word: its number. Else -1 less the place in the list of such pieces. */
const listed = (place: number): number => -1 - place;

export function createTermDictionary(): TermDictionary {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const lists: (readonly number[])[] = [];
  const unitsOf = createUnitsOf();
  let letters = new Uint16Array(1 << 11);
  let letterCount = 0;
  let count = 0;
  // In one array, so that what is looked at together lies together. Half of the slots are free at least.
  let table = new Int32Array(slotWidth << 9);

  const numberOf = (word: string): number => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.length;
      const own = flatText(word);
      words.push(own);
      numbers.set(own, number);
    }
    return number;
  };

  const makeRoom = (length: number): void => {
    if (count * slotWidth * 2 >= table.length) table = doubledTable(table);
    while (letterCount + length > letters.length) {
      const larger = new Uint16Array(letters.length * 2);
      larger.set(letters);
      letters = larger;
    }
  };

  const remember = (units: Uint16Array, start: number, end: number, hash: number, meaning: number): void => {
    makeRoom(end - start);
    const slot = freeSlot(table, hash, mostSteps);
    if (slot < 0) return;
    table[slot] = hash;
    table[slot + 1] = letterCount;
    table[slot + 2] = end - start;
    table[slot + 3] = meaning;
    count += 1;
    for (let at = start; at < end; at += 1) {
      letters[letterCount] = units[at] ?? 0;
      letterCount += 1;
    }
  };

  /** Folds a piece that is not known. */
  const readNew = (
    text: string,
    units: Uint16Array,
    start: number,
    end: number,
    hash: number,
    into: GrowingNumbers,
  ): void => {
    const found = wordsOf(text.slice(start, end)).map(numberOf);
    for (const number of found) pushNumber(into, number);
    if (end - start > longestPiece || count >= mostPieces) return;
    const [only] = found;
    const isOne = found.length === 1 && only !== undefined;
    remember(units, start, end, hash, isOne ? only : listed(lists.push(found) - 1));
  };

  /** The slot of the piece with these letters; -1: not known. */
  const slotOf = (units: Uint16Array, start: number, end: number, hash: number): number => {
    const slots = table;
    const mask = slots.length - 1;
    let slot = firstSlot(hash, mask);
    for (let step = 0; step < mostSteps; step += 1) {
      const length = slots[slot + 2] as number;
      if (length === 0) return -1;
      if (slots[slot] === hash && length === end - start && isPiece(slots[slot + 1] as number, units, start, end))
        return slot;
      slot = (slot + slotWidth) & mask;
    }
    return -1;
  };

  const isPiece = (letter: number, units: Uint16Array, start: number, end: number): boolean => {
    const known = letters;
    let at = letter;
    for (let from = start; from < end; from += 1) {
      if (known[at] !== units[from]) return false;
      at += 1;
    }
    return true;
  };

  return {
    ...numberTerms(words),
    get isFull() {
      return count >= mostPieces || words.length >= mostPieces;
    },
    // Nearly all the work of taking in a document is done here, letter by letter: hence in one go, and with everything at hand.
    read(text, into) {
      const { length } = text;
      const units = unitsOf(text);
      const isParting = wordSeparators;
      const parted = wordSeparators.length;
      let at = 0;
      while (at < length) {
        let unit = units[at] as number;
        if (unit < parted && isParting[unit] === 1) {
          at += 1;
          continue;
        }
        const start = at;
        let hash = hashStart;
        do {
          hash = Math.imul(hash ^ unit, hashFactor);
          at += 1;
          if (at === length) break;
          unit = units[at] as number;
        } while (unit >= parted || isParting[unit] === 0);
        const slot = slotOf(units, start, at, hash);
        const meaning = slot < 0 ? 0 : (table[slot + 3] as number);
        if (slot < 0) readNew(text, units, start, at, hash, into);
        else if (meaning >= 0) pushNumber(into, meaning);
        else for (const number of lists[-1 - meaning] ?? []) pushNumber(into, number);
      }
    },
  };
}

/** The lowest bits of the hash itself tell little of the first letters. */
const firstSlot = (hash: number, mask: number): number => Math.imul(hash ^ (hash >>> 15), slotWidth) & mask;

/** -1: there is none within so many steps. */
function freeSlot(table: Int32Array, hash: number, steps: number): number {
  const mask = table.length - 1;
  let slot = firstSlot(hash, mask);
  for (let step = 0; step < steps; step += 1) {
    if (table[slot + 2] === 0) return slot;
    slot = (slot + slotWidth) & mask;
  }
  return -1;
}

/** The same pieces in twice as many slots. */
function doubledTable(table: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 2);
  for (let slot = 0; slot < table.length; slot += slotWidth) {
    if (table[slot + 2] === 0) continue;
    const to = freeSlot(larger, table[slot] ?? 0, larger.length);
    for (let at = 0; at < slotWidth; at += 1) larger[to + at] = table[slot + at] ?? 0;
  }
  return larger;
}

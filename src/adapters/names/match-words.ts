import type { CooperativeTask } from '../../base/scheduling/cooperative-task.ts';
import { entryIn, placeIn, type TermPostings } from './term-postings.ts';

/** The entries that have all words, and how well. */
export interface MatchedEntries {
  /** The numbers of the entries. */
  readonly entries: Int32Array;
  /** The points of an entry by its number. */
  pointsOf(entry: number): number;
}

/** Shorter words are not searched with typing errors. */
const minTypoLength = 5;

/** Lists that are read between two pauses: a millisecond, if they are short. */
const listsPerPause = 2_000;
/** A longer list gets a pause of its own. */
const longList = 20_000;

/** A list of postings, and how many points they have besides those for the place; undefined: no points at all. */
type Scored = readonly [list: ArrayLike<number>, more: 0 | 1 | undefined];

function* listsOf(postings: TermPostings, word: string, typos: boolean): Generator<Scored, undefined> {
  yield [postings.of(word), 1];
  for (const list of postings.startingWith(word)) yield [list, 0];
  if (!typos || word.length < minTypoLength) return;
  for (const list of postings.similarTo(word)) yield [list, undefined];
}

const pointsOf = (posting: number, more: 0 | 1 | undefined): number =>
  more === undefined ? 0 : 2 * placeIn(posting) + more;

/**
 * What is known of an entry during a search, in one integer: how many words it has, without gaps from the first on, in the upper
 * bits; the points for all of them but the last; and those for the last.
 */
const stateOf = (words: number, before: number, last: number): number => (words << 16) | (before << 8) | last;
const wordsIn = (state: number): number => state >>> 16;
const lastIn = (state: number): number => state & 0xff;
const pointsIn = (state: number): number => ((state >>> 8) & 0xff) + lastIn(state);

/** Notes the entries of a list that have the words before this one as well. Calls `found` with each new one. */
function note(states: Uint32Array, before: number, [list, more]: Scored, found: (entry: number) => void): void {
  for (let at = 0; at < list.length; at += 1) {
    const posting = list[at] ?? 0;
    const entry = entryIn(posting);
    const state = states[entry] ?? 0;
    const points = pointsOf(posting, more);
    if (wordsIn(state) === before) {
      states[entry] = stateOf(before + 1, pointsIn(state), points);
      found(entry);
    } else if (wordsIn(state) === before + 1 && points > lastIn(state)) {
      states[entry] = state - lastIn(state) + points;
    }
  }
}

/**
 * Memory of a search, for so many entries.
 * One search after the other may use it: 1 MB for each letter would keep the garbage collector busy.
 */
export class SearchMemory {
  readonly states: Uint32Array;
  readonly entries: Int32Array;

  constructor(size: number) {
    this.states = new Uint32Array(size);
    this.entries = new Int32Array(size);
  }
}

/**
 * Finds the entries that have all words, as beginnings of their words. `memory` is for more entries than each number of an
 * entry; the result is in it. May find entries that were removed.
 */
export function* matchedEntries(
  postings: TermPostings,
  words: readonly string[],
  { memory, typos }: { readonly memory: SearchMemory; readonly typos: boolean },
): CooperativeTask<MatchedEntries> {
  const { states, entries } = memory;
  states.fill(0);
  let count = 0;
  const found = (entry: number): void => {
    entries[count] = entry;
    count += 1;
  };
  for (const [before, word] of words.entries()) {
    count = 0;
    let lists = 0;
    for (const scored of listsOf(postings, word, typos)) {
      note(states, before, scored, found);
      lists += 1;
      if (lists % listsPerPause === 0 || scored[0].length > longList) yield;
    }
    if (count === 0) break;
  }
  return { entries: entries.subarray(0, count), pointsOf: (entry) => pointsIn(states[entry] ?? 0) };
}

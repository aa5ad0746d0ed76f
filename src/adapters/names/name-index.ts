import type { CooperativeTask } from '../../base/scheduling/cooperative-task.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { wordsOf } from '../../domain/text/folding.ts';
import { maxNameWords, type NamedEntry, type NameHit, type NameIndex, type NameQuery } from '../../ports/name-index.ts';
import { bestEntries, createIsSought } from './best-entries.ts';
import { EntryTable } from './entry-table.ts';
import { matchedEntries, SearchMemory } from './match-words.ts';
import { type Place, places, TermPostings } from './term-postings.ts';

/** The time between two pauses of a search, in milliseconds. */
const sliceTime = 4;

/** A search that the index changed under this often runs to its end without pauses. */
const maxRestarts = 2;

/** Longer texts are cut: no name is longer, and a query has few words. */
const maxQueryLength = 1_000;

/** The words of an entry, each with its best place. */
function placesOf({ labels, keywords }: NamedEntry): Map<string, Place> {
  const found = new Map<string, Place>();
  const note = (word: string, place: Place): void => {
    if ((found.get(word) ?? 0) < place) found.set(word, place);
  };
  for (const label of labels) {
    for (const [at, word] of wordsOf(label).entries()) note(word, at === 0 ? places.start : places.label);
  }
  for (const keyword of keywords) for (const word of wordsOf(keyword)) note(word, places.keyword);
  return found;
}

class RadixTreeNameIndex implements NameIndex {
  #table = new EntryTable();
  #postings = new TermPostings();
  /** Counts changes. */
  #version = 0;
  /** The memory of the last search; undefined while a search uses it. */
  #memory: SearchMemory | undefined;

  get size(): number {
    return this.#table.size;
  }

  get wasted(): number {
    return this.#table.numbers - this.#table.size;
  }

  put(entry: NamedEntry): void {
    if (this.#table.update(entry)) return;
    this.#version += 1;
    this.#table.remove(entry.key);
    const number = this.#table.add(entry, wordsOf(entry.labels[0] ?? '').length);
    this.#postings.add(number, placesOf(entry));
  }

  /** The postings stay: `matchedEntries` finds numbers of removed entries, and `bestEntries` drops them. */
  remove(key: string): void {
    this.#version += 1;
    this.#table.remove(key);
  }

  clear(): void {
    this.#version += 1;
    this.#table = new EntryTable();
    this.#postings = new TermPostings();
    this.#memory = undefined;
  }

  async find(query: NameQuery): Promise<readonly NameHit[]> {
    const words = [...new Set(wordsOf(query.text.slice(0, maxQueryLength)))].slice(0, maxNameWords);
    // The longest words are in the fewest entries.
    words.sort((one, other) => other.length - one.length);
    if (words.length === 0) return [];
    for (let restarts = 0; ; restarts += 1) {
      const found = await this.#attempt(query, words, restarts < maxRestarts);
      if (found !== undefined) return found;
    }
  }

  /** Undefined if the index changed during a pause: the lists that are being read may be others then. */
  async #attempt(query: NameQuery, words: readonly string[], pauses: boolean): Promise<NameHit[] | undefined> {
    const table = this.#table;
    const visibility = await table.aclRoots.visibility(query.accessFilter);
    // Another table numbers its ACL roots anew.
    if (this.#table !== table) return undefined;
    const version = this.#version;
    const task = this.#hits(query, words, createIsSought(table, visibility, query));
    const pause = createYielder(sliceTime);
    for (;;) {
      const step = task.next();
      if (step.done === true) return step.value;
      if (!pauses) continue;
      await pause();
      if (this.#version !== version) return undefined;
    }
  }

  *#hits(
    { limit }: NameQuery,
    words: readonly string[],
    isSought: (entry: number) => boolean,
  ): CooperativeTask<NameHit[]> {
    const memory = this.#takeMemory();
    const exact = yield* matchedEntries(this.#postings, words, { memory, typos: false });
    let best = bestEntries(this.#table, exact, limit, isSought);
    if (best.length === 0) {
      yield;
      const similar = yield* matchedEntries(this.#postings, words, { memory, typos: true });
      best = bestEntries(this.#table, similar, limit, isSought);
    }
    this.#memory = memory;
    return best;
  }

  /** With room for all entries, and for some new ones. A search that starts during the pause of another gets its own. */
  #takeMemory(): SearchMemory {
    const { numbers } = this.#table;
    const last = this.#memory;
    this.#memory = undefined;
    return last !== undefined && last.entries.length >= numbers ? last : new SearchMemory(Math.ceil(numbers * 1.1));
  }
}

/** Creates an empty index. */
export const createNameIndex = (): NameIndex => new RadixTreeNameIndex();

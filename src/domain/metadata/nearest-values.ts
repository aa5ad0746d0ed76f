import type MiniSearch from 'minisearch';
import { wordsOf } from '../text/folding.ts';
import type { ValueEntry } from './value-list.ts';

/** Longer lists are not gone through for a hint. */
const mostEntries = 20_000;

/** Entries taken in before other work gets its turn. */
const takenAtOnce = 200;

/** Of a word so many letters may be others, as a part of its length. */
const mostTypos = 0.3;

/** An entry by its place in the list, and all that it is called. */
interface Called {
  readonly id: number;
  readonly names: string;
}

const namesOf = ({ key, caption, synonyms }: ValueEntry): string =>
  [key, ...(caption?.values() ?? []), ...[...(synonyms?.values() ?? [])].flat()].join('\n');

/** Made at the first question about a list, and gone with it. */
const known = new WeakMap<readonly ValueEntry[], Promise<MiniSearch<Called>>>();

async function indexOf(entries: readonly ValueEntry[]): Promise<MiniSearch<Called>> {
  // Loaded at the first mistake: no start and no command has to wait for it.
  const { default: Engine } = await import('minisearch');
  const index = new Engine<Called>({
    fields: ['names'],
    tokenize: wordsOf,
    // The words are folded by then.
    processTerm: (word) => word,
    searchOptions: { prefix: true, fuzzy: mostTypos },
  });
  const called = entries.map((entry, id) => ({ id, names: namesOf(entry) }));
  await index.addAllAsync(called, { chunkSize: takenAtOnce });
  return index;
}

/**
 * The entries of a value list that somebody may have meant by a text that is no key of it: those that are called like it, or by
 * its beginnings, or with letters mistyped; the likeliest first, `most` of them. None of lists of more than 20,000 entries. Other
 * work has its turn meanwhile.
 */
export async function nearestValues(
  entries: readonly ValueEntry[],
  text: string,
  most: number,
): Promise<readonly ValueEntry[]> {
  if (entries.length > mostEntries) return [];
  const made = known.get(entries) ?? indexOf(entries);
  known.set(entries, made);
  const found = (await made).search(text.slice(0, 200));
  // Of entries that fit alike the earlier one in the list counts, whatever order they come in.
  const ordered = found.sort((one, other) => other.score - one.score || one.id - other.id);
  return ordered.slice(0, most).flatMap(({ id }) => entries[id] ?? []);
}

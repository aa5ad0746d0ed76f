import type MiniSearch from 'minisearch';
import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
import { textDistance } from '../../base/nearest.ts';
import { wordsOf } from '../text/folding.ts';
import { namesOf, type ValueEntry } from './value-list.ts';

/** The maximum number of entries in a list with suggestions. Longer lists are not searched. */
const maxEntries = 20_000;

/** Number of entries to index before yielding to the event loop. */
const indexBatchSize = 200;

/** Maximum edit distance, as a fraction of the word length. */
const maxTypoRatio = 0.3;

/** All names of an entry. `id` is its index in the list. */
interface EntryNames {
  readonly id: number;
  readonly names: string;
}

const indexOf = cachedPerObject(async (entries: readonly ValueEntry[]): Promise<MiniSearch<EntryNames>> => {
  // Imported on first use, so that it does not delay startup.
  const { default: Engine } = await import('minisearch');
  const index = new Engine<EntryNames>({
    fields: ['names'],
    tokenize: wordsOf,
    // `wordsOf` has already folded the words.
    processTerm: (word) => word,
    searchOptions: { prefix: true, fuzzy: maxTypoRatio },
  });
  const documents = entries.map((entry, id) => ({ id, names: [entry.key, ...namesOf(entry)].join('\n') }));
  await index.addAllAsync(documents, { chunkSize: indexBatchSize });
  return index;
});

/** How a name compares with a text. */
interface Likeness {
  /** The number of equal words at the start. */
  readonly leading: number;
  /** Whether the name begins with the text. */
  readonly begins: boolean;
  /** The edit distance. */
  readonly distance: number;
}

function likenessOf(name: string, words: readonly string[]): Likeness {
  const own = wordsOf(name);
  const firstOther = own.findIndex((word, at) => word !== words[at]);
  const leading = firstOther < 0 ? own.length : firstOther;
  const [nameText, text] = [own.join(' '), words.join(' ')];
  return { leading, begins: nameText.startsWith(text), distance: textDistance(nameText, text) };
}

/** `CC BY-SA` is nearer to `CC BY-SA 4.0` than `CC BY-NC-SA`, and `Deutsch` is nearer to `Deutsh` than `Deutsch als Zweitsprache`. */
const compareLikeness = (one: Likeness, other: Likeness): number =>
  other.leading - one.leading || Number(other.begins) - Number(one.begins) || one.distance - other.distance;

function bestLikeness(entry: ValueEntry, words: readonly string[]): Likeness {
  const [best = { leading: 0, begins: false, distance: 0 }] = [entry.key, ...namesOf(entry)]
    .map((name) => likenessOf(name, words))
    .sort(compareLikeness);
  return best;
}

/** The number of entries that are compared with the text. */
const maxCompared = 100;

/**
 * Suggests at most `limit` entries of a value list for a text that is not a key in it, the best first. Names match by
 * word, by prefix or with typing errors. Returns none for lists of more than 20,000 entries. Yields to the event loop
 * while indexing.
 */
export async function nearestValues(
  entries: readonly ValueEntry[],
  text: string,
  limit: number,
): Promise<readonly ValueEntry[]> {
  if (entries.length > maxEntries) return [];
  const index = await indexOf(entries);
  const start = text.slice(0, 200);
  const words = wordsOf(start);
  // Equally good entries are in the order of the list.
  const hits = index.search(start).sort((one, other) => other.score - one.score || one.id - other.id);
  const compared = hits.slice(0, maxCompared).flatMap(({ id }) => {
    const entry = entries[id];
    return entry === undefined ? [] : [{ entry, likeness: bestLikeness(entry, words) }];
  });
  compared.sort((one, other) => compareLikeness(one.likeness, other.likeness));
  return compared.slice(0, limit).map(({ entry }) => entry);
}

import type MiniSearch from 'minisearch';
import { cachedPerObject } from '../../base/caching/cached-per-object.ts';
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
  const hits = index.search(text.slice(0, 200));
  // Entries with equal scores are in the order of the list.
  const ordered = hits.sort((one, other) => other.score - one.score || one.id - other.id);
  return ordered.slice(0, limit).flatMap(({ id }) => entries[id] ?? []);
}

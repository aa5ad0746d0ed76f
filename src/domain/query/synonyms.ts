import { namesOf, type ValueEntry } from '../metadata/value-list.ts';
import { wordsOf } from '../text/folding.ts';
import { inNameOrTitle, mapLeafQueries, type Query } from './query.ts';

/** The other words for a word, all folded. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** The value list whose entries have words with the same meaning as names. */
export const synonymList = 'search-synonyms';

/** The maximum number of words with the same meaning: a search compares each of them with the index. */
const maxNames = 12;

/** The synonyms in a value list: all names of an entry mean the same. Names of several words are left out. */
export function synonymsIn(entries: readonly ValueEntry[]): Synonyms {
  const synonyms = new Map<string, readonly string[]>();
  for (const entry of entries) {
    const folded = namesOf(entry).map(wordsOf);
    const words = [...new Set(folded.flatMap(([word = '', ...more]) => (more.length === 0 ? [word] : [])))];
    for (const word of words.filter((one) => one !== '').slice(0, maxNames)) {
      const others = words.slice(0, maxNames).filter((other) => other !== word && other !== '');
      synonyms.set(word, [...new Set([...(synonyms.get(word) ?? []), ...others])].slice(0, maxNames));
    }
  }
  return synonyms;
}

/** The maximum length, in UTF-16 code units, of an abbreviation that is another word in texts, such as `AB` for Arbeitsblatt. */
const maxAbbreviation = 2;

/** The query with the synonyms of each word that matches loosely. Abbreviations are looked for in names and titles. */
export const withSynonyms = (query: Query, synonyms: Synonyms): Query =>
  mapLeafQueries(query, (leaf) => {
    if (leaf.kind !== 'words' || leaf.match !== 'loose') return leaf;
    const [word = '', ...more] = wordsOf(leaf.text);
    const all = more.length === 0 ? (synonyms.get(word) ?? []) : [];
    const abbreviations = leaf.field === undefined ? all.filter(({ length }) => length <= maxAbbreviation) : [];
    const others = all.filter((other) => !abbreviations.includes(other));
    const said: Query = others.length === 0 ? leaf : { ...leaf, synonyms: others };
    const named = abbreviations.flatMap((text) => inNameOrTitle(text, 'exact'));
    return named.length === 0 ? said : { kind: 'any', of: [said, ...named] };
  });

// The documents and the queries of the search lines: the same in every run, for every engine. Words are made of syllables, and
// occur as often as words do (Zipf, 50,000 of them); some have umlauts. A title has 8 of them, a description 40.

/** Chance that is the same in every run (mulberry32): numbers from 0 up to 1. */
function createChance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vocabularySize = 50_000;
const beginnings = 'b d f g h j k l m n p r s t w z br dr fl gr kl schl st tr'.split(' ');
const vowels = 'a a a e e e e i i o o u ä ö ü'.split(' ');
const ends = ['', '', '', 'n', 'r', 'l', 's', 't', 'nd', 'rk'];

/** Distinct words, the most frequent first; frequent ones are short. */
function makeVocabulary() {
  const chance = createChance(4711);
  const pick = (all) => all[Math.floor(chance() * all.length)];
  const words = new Set();
  while (words.size < vocabularySize) {
    const syllables = (words.size < 500 ? 1 : 2) + Math.floor(chance() * 2.5);
    let word = '';
    for (let at = 0; at < syllables; at += 1) word += pick(beginnings) + pick(vowels) + pick(ends);
    if (word.length >= 3) words.add(word);
  }
  return [...words];
}

const vocabulary = makeVocabulary();

/** Draws a place from 0 up to `size` by Zipf's law: the first place twice as often as the second (alias method). */
function createZipf(size, chance) {
  const total = Array.from({ length: size }, (_, at) => 1 / (at + 1)).reduce((sum, weight) => sum + weight, 0);
  const share = Float64Array.from({ length: size }, (_, at) => size / (at + 1) / total);
  const other = new Uint32Array(size);
  const small = [];
  const large = [];
  for (let at = 0; at < size; at += 1) (share[at] < 1 ? small : large).push(at);
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop(), large.at(-1)];
    other[less] = more;
    share[more] -= 1 - share[less];
    if (share[more] < 1) small.push(large.pop());
  }
  for (const at of [...small, ...large]) share[at] = 1;
  return () => {
    const at = Math.floor(chance() * size);
    return chance() < share[at] ? at : other[at];
  };
}

/** The three facet fields, with how many values each has. */
export const facetFields = { 'ccm:educationalcontext': 8, 'ccm:taxonid': 30, 'ccm:author_freetext': 200 };

const scattered = (number, seed) => Math.imul((number + 1) ^ seed, 0x9e3779b1) >>> 0;
const hex = (number, digits) => number.toString(16).padStart(digits, '0');

/** Ids in no order, as the repository gives them. */
const idOf = (number, seed) => `${hex(scattered(number, seed), 8)}-0000-4000-8000-${hex(number, 12)}`;

const documentsOfOneFolder = 100;

/** The folder that a document lies in; folders have the access control lists. */
const folderOf = (number) => idOf(Math.floor(number / documentsOfOneFolder), 7);

/** Whether the person who asks sees what is in a folder: seven of eight. */
export const isSeen = (folder) => (Number.parseInt(folder.slice(0, 8), 16) >>> 5) % 8 !== 0;

/** So many documents, by thousands at most: making them is no part of what is measured. */
export function* documentBatches(count) {
  const chance = createChance(20_251);
  const zipf = createZipf(vocabularySize, chance);
  const facets = Object.entries(facetFields).map(([field, values]) => ({ field, draw: createZipf(values, chance) }));
  const text = (length) => {
    let words = vocabulary[zipf()];
    for (let at = 1; at < length; at += 1) words += ` ${vocabulary[zipf()]}`;
    return words;
  };
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from) }, (_, at) => ({
      number: from + at,
      id: idOf(from + at, 3),
      folder: folderOf(from + at),
      title: text(8),
      description: text(40),
      facets: facets.map(({ draw }) => draw()),
    }));
  }
}

/** What a value of a facet field is called. */
export const facetValue = (field, value) => `${field}-${value}`;

const letters = 'abcdefghiklmnoprstuwz';

/**
 * So many queries of each kind. Single words, and those whose facets are counted, stand in about 5 to 20 % of all documents
 * (places 20 to 80 of the vocabulary); words of the other kinds are drawn from the first 500, 2,000 or 20,000.
 */
export function queries(count, seed) {
  const chance = createChance(seed);
  /** Rarer words as likely as frequent ones on a logarithmic scale. */
  const between = (from, to) => vocabulary[Math.floor(from * (to / from) ** chance()) - 1];
  const make = (one) => Array.from({ length: count }, one);
  const mistyped = () => {
    let word = between(20, 2000);
    while (word.length < 5) word = between(20, 2000);
    const at = 1 + Math.floor(chance() * (word.length - 1));
    const letter = letters[Math.floor(chance() * letters.length)];
    return word.slice(0, at) + letter + word.slice(at + 1);
  };
  const frequent = () => vocabulary[19 + Math.floor(chance() * 61)];
  return {
    single: make(() => ({ words: [frequent()] })),
    and: make(() => ({ words: [between(20, 500), between(20, 500)] })),
    prefix: make(() => ({ words: [between(20, 20_000).slice(0, 3 + Math.floor(chance() * 3))] })),
    typo: make(() => ({ words: [mistyped()] })),
    facets: make(() => ({ words: [frequent()] })),
    'facets and filter': make(() => ({ words: [frequent()], filter: Math.floor(chance() * 4) })),
  };
}

/** The field whose values `filter` of a query are of, by its place. */
export const filteredField = 0;

/** So many other queries of a kind are asked before those that are measured. */
export const warmUp = 300;

/** Nobody looks for the most frequent words: they are «and» and «the». */
const unasked = 20;

/** What people type: one word or (two times of five) two, as often as they stand in the documents, without the most frequent. */
export function typedQueries(count) {
  const chance = createChance(99);
  const zipf = createZipf(vocabularySize, chance);
  const word = () => {
    for (;;) {
      const at = zipf();
      if (at >= unasked) return vocabulary[at];
    }
  };
  return Array.from({ length: count }, () => (chance() < 0.4 ? `${word()} ${word()}` : word()));
}

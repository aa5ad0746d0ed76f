import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { NodeId } from '../../base/ids.ts';
import { foldingVersion, wordsOf } from '../../domain/folding.ts';
import { type DocumentField, documentFields } from '../../domain/query.ts';
import { allowsTypo, type Nearness, nearness, swapsOf, type WantedWord } from '../../domain/word-match.ts';
import type { IndexedDocument } from '../../ports/search-index.ts';

/** Node id -> how well it fits; higher is better. */
export type Scores = Map<NodeId, number>;

/** Which documents a word stands in. */
export interface InvertedIndex {
  add(document: IndexedDocument): void;
  /** Takes out a document that is there. */
  remove(id: NodeId): void;
  /**
   * The documents that a word is found in, in one of these parts or in this property. The score's whole part tells how near the nearest word of the document is
   * (the same before a beginning before a typo), the rest how much it weighs there: always less than 1.
   */
  find(wanted: WantedWord, where: readonly DocumentField[] | { readonly property: string }): Scores;
  /** Frees what removed documents have left behind, where that is worth the while. Blocks for a moment then. */
  tidy(): void;
  /** A copy of all that the index holds, as `restoreInvertedIndex` takes it. Later changes do not touch it. */
  toPlainObject(): AsPlainObject;
}

const properties = 'properties';
const indexFields = [...documentFields, properties] as const;

/** Differs between any two programs whose stored indexes do not fit each other. */
export const indexSchema = `${indexFields.join(',')};folding ${foldingVersion}`;

/** Where a word weighs most. */
const weights = { name: 5, title: 6, description: 2, keywords: 4, text: 1 };

/** Stands before and behind the property's name in the words of properties: no letter, so no plain word has it. */
const mark = '\0';

// MiniSearch's own clean-up runs beside additions and removals, and then breaks off with an unhandled rejection (its issue 306).
// Cleaning up without a pause cannot be disturbed.
const withoutPause = { batchSize: Number.POSITIVE_INFINITY };
const leftoversWorthTidying = 1000;

/**
 * What MiniSearch is given of a document: the words of each of its fields, each once. MiniSearch takes one occurrence of a removed
 * document's word away when it meets it, and weighs the word wrongly until the last is gone; so there is only one.
 */
type Entry = { readonly id: NodeId } & Readonly<Record<(typeof indexFields)[number], readonly string[]>>;

const engineOptions: Options<Entry> = {
  fields: [...indexFields],
  autoVacuum: false,
  stringifyField: (words) => words,
  // The fields are words already; MiniSearch hands them on from one function to the next without a look.
  tokenize: (words) => words as unknown as string[],
  processTerm: (word) => word,
};

/** An index without documents. */
export const createInvertedIndex = (): InvertedIndex => invertedIndexOver(new MiniSearch(engineOptions));

/** The index that `toPlainObject` gave, as far as `indexSchema` is still the same. */
export const restoreInvertedIndex = async (plain: AsPlainObject): Promise<InvertedIndex> =>
  invertedIndexOver(await MiniSearch.loadJSAsync(plain, engineOptions));

function invertedIndexOver(engine: MiniSearch<Entry>): InvertedIndex {
  return {
    add: (document) => engine.add(entryOf(document)),
    remove: (id) => engine.discard(id),
    find: (wanted, where) => find(engine, wanted, where),
    tidy() {
      if (engine.dirtCount < leftoversWorthTidying || engine.dirtCount < engine.documentCount / 2) return;
      // The work is done when the call returns; only its bookkeeping ends later, and that cannot fail.
      void engine.vacuum(withoutPause);
    },
    toPlainObject: () => engine.toJSON(),
  };
}

function entryOf(document: IndexedDocument): Entry {
  // Most texts of a document are values of its properties too: each is taken apart once.
  const known = new Map<string, readonly string[]>();
  const words = (text: string): readonly string[] => {
    const found = known.get(text) ?? [...new Set(wordsOf(text))];
    known.set(text, found);
    return found;
  };
  return {
    id: document.id,
    name: words(document.name),
    title: words(document.title),
    description: words(document.description),
    keywords: words(document.keywords),
    text: words(document.text),
    properties: Object.entries(document.properties).flatMap(([property, values]) => {
      const beginning = propertyMark(property);
      return [...new Set(values.flatMap(words))].map((word) => beginning + word);
    }),
  };
}

const propertyMark = (property: string): string => mark + property + mark;

function find(engine: MiniSearch<Entry>, wanted: WantedWord, where: Parameters<InvertedIndex['find']>[1]): Scores {
  const property = 'property' in where ? where.property : undefined;
  const beginning = property === undefined ? '' : propertyMark(property);
  const query = wordQuery(wanted, beginning);
  const fields = 'property' in where ? [properties] : [...where];
  const options = { fields, boost: weights, tokenize: (word: string) => [word] };
  // Removed documents would count as long as their words were not met, so that the next page had other scores than this one.
  if (engine.dirtCount > 0) engine.search(query, { ...options, boostDocument: () => 0 });
  const scores: Scores = new Map();
  engine.search(query, {
    ...options,
    // Refusing each result keeps MiniSearch from gathering and sorting them all; the order comes later, with the rights.
    filter: ({ id, score, terms }) => {
      const nearest = nearestOf(terms, wanted, beginning);
      if (nearest > 0) scores.set(id, nearest + share(score));
      return false;
    },
  });
  return scores;
}

/** MiniSearch knows changed, missing and additional letters as typos; swapped ones are looked up one by one. */
function wordQuery(wanted: WantedWord, beginning: string) {
  const typo = allowsTypo(wanted);
  const whole = { queries: [beginning + wanted.word], prefix: wanted.match !== 'exact', fuzzy: typo ? 1 : false };
  if (!typo) return whole;
  const swaps = { queries: swapsOf(wanted.word).map((word) => beginning + word), prefix: false, fuzzy: false };
  return { queries: [whole, swaps] };
}

function nearestOf(terms: readonly string[], wanted: WantedWord, beginning: string): Nearness {
  let nearest: Nearness = 0;
  for (const term of terms) {
    // A typo must not turn one property into another.
    if (!term.startsWith(beginning)) continue;
    const found = nearness(term.slice(beginning.length), wanted);
    if (found > nearest) nearest = found;
  }
  return nearest;
}

/** A score of any size as a part of 1, in the same order. Rounded, as a sum in another order must not be another score. */
const share = (score: number): number => (score > 0 ? Math.round((score / (score + 20)) * 1e9) / 1e9 : 0);

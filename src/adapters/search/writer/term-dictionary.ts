import { wordSeparators, wordsOf } from '../../../domain/text/folding.ts';
import { flatText } from '../codec/flat-text.ts';
import { type GrowingNumbers, pushNumber } from '../codec/int-buffer.ts';
import { createUnitsOf, type UnitsOf } from '../codec/utf16-units.ts';
import { type NumberedTerms, numberTerms } from '../segment/numbered-terms.ts';
import { createTokenCache, findToken, maxTokens, meaningOf, rememberToken, type TokenCache } from './token-cache.ts';

/** Numbers the folded words of texts. Each distinct word has one number, in the order of first occurrence. */
export interface TermDictionary extends NumberedTerms {
  /** Whether it is large enough that the next batch should start a new dictionary. It still accepts texts. */
  readonly isFull: boolean;
  /** Appends the numbers of the words of a text, as `wordsOf` finds them, in their order. */
  read(text: string, into: GrowingNumbers): void;
}

/** The maximum length of a cached token, in UTF-16 code units. Longer tokens seldom repeat. */
const maxTokenLength = 40;

const hashStart = 0x811c9dc5;
const hashFactor = 0x01000193;

interface Dictionary {
  readonly terms: string[];
  readonly numbers: Map<string, number>;
  /** Terms of the cached tokens that do not stand for exactly one term. */
  readonly lists: (readonly number[])[];
  readonly cache: TokenCache;
  readonly unitsOf: UnitsOf;
}

export function createTermDictionary(): TermDictionary {
  const terms: string[] = [];
  const dictionary: Dictionary = {
    terms,
    numbers: new Map(),
    lists: [],
    cache: createTokenCache(),
    unitsOf: createUnitsOf(),
  };
  return {
    ...numberTerms(terms),
    get isFull() {
      return dictionary.cache.count >= maxTokens || terms.length >= maxTokens;
    },
    read: (text, into) => readText(dictionary, text, into),
  };
}

/**
 * Splits the text into tokens at separators, and looks each token up in the cache. This loop is most of the cost of
 * indexing a document, so it hashes while it scans and keeps everything in local variables.
 */
function readText(dictionary: Dictionary, text: string, into: GrowingNumbers): void {
  const { cache, lists } = dictionary;
  const { length } = text;
  const units = dictionary.unitsOf(text);
  const isSeparator = wordSeparators;
  const separatorCount = wordSeparators.length;
  let at = 0;
  while (at < length) {
    let unit = units[at] as number;
    if (unit < separatorCount && isSeparator[unit] === 1) {
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
    } while (unit >= separatorCount || isSeparator[unit] === 0);
    const slot = findToken(cache, units, start, at, hash);
    const meaning = slot < 0 ? 0 : meaningOf(cache, slot);
    if (slot < 0) readNewToken(dictionary, text, units, start, at, hash, into);
    else if (meaning >= 0) pushNumber(into, meaning);
    else for (const number of lists[-1 - meaning] ?? []) pushNumber(into, number);
  }
}

/** Folds a token that is not cached, and caches it. */
function readNewToken(
  dictionary: Dictionary,
  text: string,
  units: Uint16Array,
  start: number,
  end: number,
  hash: number,
  into: GrowingNumbers,
): void {
  const { cache, lists } = dictionary;
  const found = wordsOf(text.slice(start, end)).map((word) => numberOf(dictionary, word));
  for (const number of found) pushNumber(into, number);
  if (end - start > maxTokenLength || cache.count >= maxTokens) return;
  const [only] = found;
  const isOne = found.length === 1 && only !== undefined;
  // A meaning below 0 is an index into the lists: -1 minus the index.
  rememberToken(cache, units, start, end, hash, isOne ? only : -lists.push(found));
}

function numberOf({ terms, numbers }: Dictionary, word: string): number {
  let number = numbers.get(word);
  if (number === undefined) {
    number = terms.length;
    const own = flatText(word);
    terms.push(own);
    numbers.set(own, number);
  }
  return number;
}

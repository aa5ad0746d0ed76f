import type { ValueType } from '../content-model/content-model.ts';
import { anyLetters, oneLetter, patternsOf, wordsOf } from '../text/folding.ts';
import { numberIn, timeSpanIn } from '../text/value-parsing.ts';
import type { Query } from './query.ts';
import type { Fail, Lexeme } from './query-cursor.ts';

/** A text that is looked for. */
export interface ValueLiteral extends Lexeme {
  /** What stands behind `~`: edits, or the similarity of old (0.8); undefined where no `~` does. */
  readonly fuzziness: number | undefined;
}

const wildcards = new RegExp(`[${anyLetters}${oneLetter}]`, 'u');
const lastWildcard = new RegExp(`^[^${anyLetters}${oneLetter}]*[\\p{L}\\p{N}\\p{M}]${anyLetters}$`, 'u');
const hasLetter = /[^*?]/;
const pointless = 'no letter or digit stands beside the wildcards';

/** Whether a wildcard stands in it that means something. */
export const isWild = ({ pattern }: Lexeme): boolean => wildcards.test(pattern);

/** Whether it is `*` and nothing else. */
export const isAnything = ({ pattern }: Lexeme): boolean => pattern.trim() === anyLetters;

/**
 * What finds the words of a text in a field (undefined: in all parts): loosely where no field is named and nothing is quoted,
 * in a row where they are quoted. Undefined where there is no letter or digit to look for.
 */
export function wordsQuery(field: string | undefined, value: ValueLiteral, fail: Fail): Query | undefined {
  if (isAnything(value)) return anything(field);
  if (value.fuzziness !== undefined) return nearQuery(field, value, value.fuzziness, fail);
  if (isWild(value)) return wildQuery(field, value, fail);
  const words = wordsOf(value.text);
  if (words.length === 0) return undefined;
  if (value.quoted && words.length > 1) return { kind: 'phrase', field, words };
  const match = value.quoted || field !== undefined ? 'exact' : 'loose';
  return { kind: 'words', field, text: value.text, match };
}

/** What finds a value of a property of this type; of numbers and dates the value itself, however it is written. */
export function propertyQuery(
  field: string,
  type: ValueType | undefined,
  value: ValueLiteral,
  fail: Fail,
): Query | undefined {
  if (value.fuzziness === undefined && !isWild(value)) {
    const range = type === 'number' ? sameNumber(field, value.text) : undefined;
    const found = type === 'date' ? sameTime(field, value.text) : range;
    if (found !== undefined) return found;
  }
  return wordsQuery(field, value, fail);
}

function sameNumber(field: string, text: string): Query | undefined {
  const number = numberIn(text);
  if (number === undefined) return undefined;
  return { kind: 'range', field, as: 'number', from: number, to: number, includeFrom: true, includeTo: true };
}

function sameTime(field: string, text: string): Query | undefined {
  const span = timeSpanIn(text);
  if (span === undefined) return undefined;
  return { kind: 'range', field, as: 'date', from: span.start, to: span.end, includeFrom: true, includeTo: false };
}

const anything = (field: string | undefined): Query =>
  field === undefined ? { kind: 'everything' } : { kind: 'exists', field };

const allOf = (queries: readonly Query[]): Query => {
  const [first] = queries;
  return queries.length === 1 && first !== undefined ? first : { kind: 'all', of: queries };
};

function nearQuery(field: string | undefined, value: ValueLiteral, nearness: number, fail: Fail): Query | undefined {
  const { position, quoted, text } = value;
  const words = wordsOf(text);
  if (isWild(value)) return fail(position, 'a word has wildcards or ~ behind it, not both');
  if (words.length === 0) return undefined;
  if (quoted && words.length > 1) {
    return fail(position, 'the words of a phrase stand in a row; how far they may be apart (~) is not understood');
  }
  if (nearness > 2) return fail(position, 'behind ~ stands how many letters may differ: 1 or 2');
  return allOf(words.map((word) => nearWord(field, word, nearness)));
}

function nearWord(field: string | undefined, word: string, nearness: number): Query {
  const edits = nearness >= 1 || nearness === 0 ? nearness : Math.min(2, Math.floor((1 - nearness) * word.length));
  return edits === 1 || edits === 2
    ? { kind: 'fuzzy', field, word, edits }
    : { kind: 'words', field, text: word, match: 'exact' };
}

function wildQuery(field: string | undefined, value: ValueLiteral, fail: Fail): Query | undefined {
  const { pattern, quoted, text } = value;
  const isBeginning = lastWildcard.test(pattern);
  if (isBeginning && (!quoted || wordsOf(text).length === 1)) {
    return { kind: 'words', field, text: text.slice(0, -1), match: 'prefix' };
  }
  const forms = patternsOf(pattern).map((words) => patternQuery(field, trimmed(words), value, fail));
  const [first, second] = forms;
  return first === undefined || second === undefined ? first : { kind: 'any', of: [first, second] };
}

/** A star that stands alone at an end asks for nothing. */
function trimmed(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => word !== '*');
  return start < 0 ? [] : words.slice(start, words.findLastIndex((word) => word !== '*') + 1);
}

function patternQuery(
  field: string | undefined,
  words: readonly string[],
  { position, quoted }: ValueLiteral,
  fail: Fail,
): Query {
  if (words.length === 0) return anything(field);
  if (words.some((word) => word !== '*' && !hasLetter.test(word))) fail(position, pointless);
  if (quoted && words.length > 1) return { kind: 'phrase', field, words };
  return allOf(words.filter((word) => word !== '*').map((word) => patternWord(field, word, quoted)));
}

function patternWord(field: string | undefined, word: string, quoted: boolean): Query {
  if (/[*?]/.test(word)) return { kind: 'wildcard', field, pattern: word };
  return { kind: 'words', field, text: word, match: quoted || field !== undefined ? 'exact' : 'loose' };
}

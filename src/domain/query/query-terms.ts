import type { ValueType } from '../content-model/content-model.ts';
import { anyLetters, oneLetter, patternsOf, wordsOf } from '../text/folding.ts';
import { numberIn, timeSpanIn } from '../text/value-parsing.ts';
import { everything, joinedQuery, type Query } from './query.ts';
import type { Fail, Lexeme } from './query-cursor.ts';

/** A value as it was typed, with what follows it. */
export interface ValueLiteral extends Lexeme {
  /** The number after `~`: an edit distance, or a similarity below 1 as in old Lucene (0.8). Undefined without `~`. */
  readonly fuzziness: number | undefined;
}

const wildcards = new RegExp(`[${anyLetters}${oneLetter}]`, 'u');
const lastWildcard = new RegExp(`^[^${anyLetters}${oneLetter}]*[\\p{L}\\p{N}\\p{M}]${anyLetters}$`, 'u');
const hasLetter = /[^*?]/;
const comparison = /^[<>]=?/;
const rangeExpected = 'write a comparison as a range, such as cclom:size:{50 TO *] for more than 50';
const onlyWildcards = 'a word with wildcards needs a letter or digit';

export const fuzzinessExpected = '~ must be followed by the number of letters that may differ, 1 or 2';

/** Whether the text has a wildcard that is not escaped. */
export const isWild = ({ pattern }: Lexeme): boolean => wildcards.test(pattern);

/** Whether the text is `*` and nothing else. */
export const isAnything = ({ pattern }: Lexeme): boolean => pattern.trim() === anyLetters;

/**
 * The query for the words of a text in a field, or in all parts of a document if `field` is undefined. Words match loosely if
 * there is neither a field nor quotation marks. Quoted words match as a phrase. Undefined if the text has no letter or digit.
 */
export function wordsQuery(field: string | undefined, value: ValueLiteral, fail: Fail): Query | undefined {
  if (isAnything(value)) return anything(field);
  if (field !== undefined && !value.quoted && comparison.test(value.text)) return fail(value.position, rangeExpected);
  if (value.fuzziness !== undefined) return fuzzyQuery(field, value, value.fuzziness, fail);
  if (isWild(value)) return withLiteral(wildcardQuery(field, value, fail), field, value, fail);
  const words = wordsOf(value.text);
  if (words.length === 0) return undefined;
  if (value.quoted && words.length > 1) return { kind: 'phrase', field, words };
  const match = value.quoted || field !== undefined ? 'exact' : 'loose';
  return { kind: 'words', field, text: value.text, match };
}

/** The property that a value must match. */
interface ComparedProperty {
  readonly name: string;
  readonly type: ValueType | undefined;
  /** Whether the value must be equal to the whole of a stored one. Otherwise its words must be in it. */
  readonly isWhole: boolean;
}

/**
 * The query for a value of a property. Numbers and dates match by value, in any notation. A value with wildcards or `~` never
 * matches as a whole.
 */
export function propertyQuery(
  { name, type, isWhole }: ComparedProperty,
  value: ValueLiteral,
  fail: Fail,
): Query | undefined {
  if (value.fuzziness === undefined && !isWild(value)) {
    const numberRange = type === 'number' ? sameNumber(name, value.text) : undefined;
    const range = type === 'date' ? sameTime(name, value.text) : numberRange;
    if (range !== undefined) return range;
    if (isWhole) return { kind: 'value', field: name, value: value.text };
  }
  return wordsQuery(name, value, fail);
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

const anything = (field: string | undefined): Query => (field === undefined ? everything : { kind: 'exists', field });

function fuzzyQuery(field: string | undefined, value: ValueLiteral, fuzziness: number, fail: Fail): Query | undefined {
  const { position, quoted, text } = value;
  const words = wordsOf(text);
  if (isWild(value)) return fail(position, 'a word cannot have both wildcards and ~');
  if (words.length === 0) return undefined;
  if (quoted && words.length > 1) {
    return fail(position, '~ after a phrase is not supported: the words of a phrase must be adjacent');
  }
  if (fuzziness > 2) return fail(position, fuzzinessExpected);
  return joinedQuery(
    'all',
    words.map((word) => fuzzyWord(field, word, fuzziness)),
  );
}

function fuzzyWord(field: string | undefined, word: string, fuzziness: number): Query {
  const edits = fuzziness >= 1 || fuzziness === 0 ? fuzziness : Math.min(2, Math.floor((1 - fuzziness) * word.length));
  return edits === 1 || edits === 2
    ? { kind: 'fuzzy', field, word, edits }
    : { kind: 'words', field, text: word, match: 'exact' };
}

/** Whether one of the words has a wildcard other than a `*` at either end. */
const hasInnerWildcard = (text: string): boolean =>
  text.split(/\s+/).some((word) => /[*?]/.test(word.replace(/^\*+|\*+$/g, '')));

/** The query for a pattern. If it is quoted, also for the text itself, in which `*` and `?` may be meant: a URL, a question. */
function withLiteral(
  wild: Query | undefined,
  field: string | undefined,
  value: ValueLiteral,
  fail: Fail,
): Query | undefined {
  if (wild === undefined || !value.quoted || !hasInnerWildcard(value.text)) return wild;
  const literal = wordsQuery(field, { ...value, pattern: value.text }, fail);
  return literal === undefined ? wild : { kind: 'any', of: [wild, literal] };
}

function wildcardQuery(field: string | undefined, value: ValueLiteral, fail: Fail): Query | undefined {
  const { pattern, quoted, text } = value;
  const isPrefix = lastWildcard.test(pattern);
  if (isPrefix && (!quoted || wordsOf(text).length === 1)) {
    return { kind: 'words', field, text: text.slice(0, -1), match: 'prefix' };
  }
  const forms = patternsOf(pattern).map((words) => patternQuery(field, trimmed(words), value, fail));
  const [first, second] = forms;
  return first === undefined || second === undefined ? first : { kind: 'any', of: [first, second] };
}

/** Drops words at either end that are only a `*`: they match anything. */
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
  if (words.some((word) => word !== '*' && !hasLetter.test(word))) fail(position, onlyWildcards);
  if (quoted && words.length > 1) return { kind: 'phrase', field, words };
  return joinedQuery(
    'all',
    words.filter((word) => word !== '*').map((word) => patternWord(field, word, quoted)),
  );
}

function patternWord(field: string | undefined, word: string, quoted: boolean): Query {
  if (/[*?]/.test(word)) return { kind: 'wildcard', field, pattern: word };
  return { kind: 'words', field, text: word, match: quoted || field !== undefined ? 'exact' : 'loose' };
}

import { wordsOf } from '../text/folding.ts';
import type { Query } from './query.ts';
import { createQueryCursor, type Fail, type QueryCursor, type Lexeme, type RangeLiteral } from './query-cursor.ts';
import { failForUnknownField, plainField, propertyField, type QueryContext, type QueryField } from './query-fields.ts';
import { maxBoost } from './query-limits.ts';
import { rangeQuery } from './query-ranges.ts';
import { specialQuery } from './query-special.ts';
import { propertyQuery, type ValueLiteral, wordsQuery } from './query-terms.ts';

type PlainTokenKind = 'nothing' | 'open' | 'plus' | 'minus' | 'and' | 'or' | 'not' | 'end';

/**
 * A piece of a query's text; `position` is an index into the text, counted in UTF-16 code units from 0.
 * `nothing` is a word without a letter or digit, such as a dash between two words.
 */
export type QueryToken =
  | { readonly kind: 'query'; readonly position: number; readonly text: string; readonly query: Query }
  /** `factor` is the boost of what stood in the parentheses. */
  | { readonly kind: 'close'; readonly position: number; readonly text: string; readonly factor: number }
  | { readonly kind: PlainTokenKind; readonly position: number; readonly text: string };

/** Cuts a query's text into tokens. */
export interface QueryScanner {
  /** The next token; behind the last one always `end`. Throws like `fail` where the text is not understood. */
  next(): QueryToken;
  readonly fail: Fail;
}

/** Words, ranges and values, together. */
const mostTerms = 200;

const anywhere: QueryField = { kind: 'anywhere' };

const operators: ReadonlyMap<string, PlainTokenKind> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

const number = String.raw`\d+(?:\.\d*)?|\.\d+`;
const nearSign = new RegExp(`~(${number})?`, 'y');
const boostSign = new RegExp(String.raw`\^(${number})`, 'y');
/** A name with its whole namespace, with or without escapes, up to its colon. */
const longName = /\\?\{((?:\\[^}]|[^}\\\s"])*)\\?\}((?:\\.|[^\s:"()[\]{}^~*?\\])+):/y;
/** A name with its whole namespace where a value stands. */
const longValue = /\{[^}\s"]*\}[^\s"()[\]{}^~]+/y;
const regularExpression = /^\/./;

/** A scanner over the text. Words without a field are looked for loosely, phrases and fields exactly. */
export function createQueryScanner(text: string, context: QueryContext): QueryScanner {
  const cursor = createQueryCursor(text);
  const { fail } = cursor;
  /** The fields of the parentheses that are open. */
  const fields: QueryField[] = [];
  let termCount = 0;

  function count(terms: number, position: number): void {
    termCount += Math.max(1, terms);
    if (termCount > mostTerms) fail(position, `there are more than ${mostTerms} words`);
  }

  function token(position: number, query: Query | undefined, factor = boostAt(cursor)): QueryToken {
    const source = text.slice(position, cursor.position);
    if (query === undefined) return { kind: 'nothing', position, text: source };
    return { kind: 'query', position, text: source, query: boosted(query, factor) };
  }

  function valueToken(position: number, field: QueryField, stretch: Lexeme, name: string): QueryToken {
    const { nearness, factor } = suffixes(cursor, stretch.quoted);
    const value: ValueLiteral = { ...stretch, fuzziness: nearness };
    count(wordsOf(stretch.text).length, stretch.position);
    const query = queryOf(field, value, context, fail);
    if (query === undefined && field.kind !== 'anywhere') {
      fail(stretch.position, `the value of ${name} has no letter or digit to look for`);
    }
    return token(position, query, factor);
  }

  function rangeToken(position: number, field: QueryField, written: RangeLiteral): QueryToken {
    count(1, position);
    return token(position, rangeQuery(field, written, context, fail));
  }

  function fieldToken(position: number, field: QueryField): QueryToken {
    const name = text.slice(position, cursor.position - 1);
    if (cursor.isEnd()) fail(cursor.position, `the value of ${name} is missing`);
    if (cursor.skip('(')) {
      fields.push(field);
      return { kind: 'open', position: cursor.position - 1, text: '(' };
    }
    if (cursor.character === '"') return valueToken(position, field, cursor.quoted(), name);
    const start = cursor.position;
    const long = field.kind === 'special' ? cursor.match(longValue)?.[0] : undefined;
    if (long !== undefined) return valueToken(position, field, plainStretch(start, long), name);
    if ('[{'.includes(cursor.character)) return rangeToken(position, field, cursor.range());
    const word = cursor.word(false);
    if (word.source === '') fail(start, `the value of ${name} is missing`);
    return valueToken(position, field, word, name);
  }

  function longNameToken(position: number): QueryToken | undefined {
    const [, uri, local] = cursor.match(longName) ?? [];
    if (uri === undefined || local === undefined) return undefined;
    const name = `{${unescaped(uri)}}${unescaped(local)}`;
    const field = propertyField(name, context.contentModel);
    return fieldToken(position, field ?? failForUnknownField(fail, position, name, context.contentModel));
  }

  function term(): QueryToken {
    const { position } = cursor;
    const field = fields.at(-1) ?? anywhere;
    if (cursor.character === '"') return valueToken(position, field, cursor.quoted(), 'the field');
    const isProperty = cursor.skip('@');
    const long = longNameToken(position);
    if (long !== undefined) return long;
    if (!isProperty && '[{'.includes(cursor.character)) return rangeToken(position, field, cursor.range());
    const word = cursor.word(true);
    if (cursor.skip(':')) return fieldToken(position, fieldNamed(cursor, word, isProperty, context));
    if (word.source === '') refuseSign(cursor);
    if (isProperty && word.text !== '') fail(word.position, 'the property behind @ has no value');
    if (regularExpression.test(word.source)) fail(position, 'regular expressions are not understood');
    const operator = operators.get(word.source);
    if (operator !== undefined) return { kind: operator, position, text: word.source };
    return valueToken(position, field, word, 'the field');
  }

  function closeToken(position: number): QueryToken {
    fields.pop();
    return { kind: 'close', position, text: ')', factor: boostAt(cursor) };
  }

  function next(): QueryToken {
    cursor.skipSpaces();
    const { position } = cursor;
    const [kind, sign] = signAt(cursor) ?? [];
    if (kind === undefined || sign === undefined) {
      if (cursor.character !== '*' || !cursor.endsWord(3) || !cursor.skip('*:*')) return term();
      return token(position, { kind: 'everything' });
    }
    cursor.skip(sign);
    if (kind === 'close') return closeToken(position);
    if (kind === 'open') fields.push(fields.at(-1) ?? anywhere);
    return { kind, position, text: sign };
  }

  return { next, fail };
}

/** The sign at the cursor, and how it is written. */
function signAt(cursor: QueryCursor): readonly [PlainTokenKind | 'close', string] | undefined {
  const { character } = cursor;
  switch (character) {
    case '':
      return ['end', ''];
    case '(':
      return ['open', '('];
    case ')':
      return ['close', ')'];
    // A plus or minus that stands alone is a dash between words, as an exclamation mark is no NOT.
    case '+':
      return cursor.isEnd(1) ? undefined : ['plus', '+'];
    case '-':
      return cursor.isEnd(1) ? undefined : ['minus', '-'];
    default:
      return wordySignAt(cursor);
  }
}

const wordySign = /&&|\|\||!(?![\s!]|$)/y;
const wordySigns: ReadonlyMap<string, PlainTokenKind> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);

function wordySignAt(cursor: QueryCursor): readonly [PlainTokenKind, string] | undefined {
  const sign = cursor.peek(wordySign);
  const kind = sign === undefined ? undefined : wordySigns.get(sign);
  return sign === undefined || kind === undefined ? undefined : [kind, sign];
}

/** Reads `~`, `~1` and `^2` behind a term, in either order. */
function suffixes(
  cursor: QueryCursor,
  quoted: boolean,
): { readonly nearness: number | undefined; readonly factor: number } {
  const nearness = nearnessAt(cursor, quoted);
  const factor = boostAt(cursor);
  return { nearness: nearness ?? nearnessAt(cursor, quoted), factor };
}

function nearnessAt(cursor: QueryCursor, quoted: boolean): number | undefined {
  const { position } = cursor;
  const found = cursor.match(nearSign);
  if (found === undefined) return undefined;
  const nearness = found[1] === undefined ? 2 : Number(found[1]);
  // Behind a phrase it is the distance of its words, of which more is told where it is known to be one.
  if (!quoted && nearness > 1 && nearness !== 2)
    cursor.fail(position, 'behind ~ stands how many letters may differ: 1 or 2');
  requireEnd(cursor);
  return nearness;
}

function boostAt(cursor: QueryCursor): number {
  const { position } = cursor;
  if (cursor.character !== '^') return 1;
  const factor = Number(cursor.match(boostSign)?.[1] ?? cursor.fail(position, 'a number such as 2.5 belongs behind ^'));
  if (factor > maxBoost) cursor.fail(position, `a boost is at most ${maxBoost}`);
  requireEnd(cursor);
  return factor;
}

function requireEnd(cursor: QueryCursor): void {
  if (!cursor.endsWord()) cursor.fail(cursor.position, 'a space belongs between this and what is before it');
}

const boosted = (query: Query, factor: number): Query => (factor === 1 ? query : { kind: 'boosted', query, factor });

const unescaped = (text: string): string => text.replace(/\\(.)/gu, '$1');

const plainStretch = (position: number, text: string): Lexeme => ({
  position,
  text,
  pattern: text,
  source: text,
  quoted: true,
});

function refuseSign(cursor: QueryCursor): never {
  const { character, position } = cursor;
  return cursor.fail(position, `«${character}» belongs directly behind a word, a phrase or parentheses`);
}

function queryOf(field: QueryField, value: ValueLiteral, context: QueryContext, fail: Fail): Query | undefined {
  switch (field.kind) {
    case 'anywhere':
      return wordsQuery(undefined, value, fail);
    case 'part':
      return wordsQuery(field.name, value, fail);
    case 'property':
      return propertyQuery(field.name, field.type, value, fail);
    default:
      return specialQuery(field.name, value, context, fail);
  }
}

/** The field whose name begins with what stood before the first colon. Reads the rest of the name and its colon. */
function fieldNamed(cursor: QueryCursor, first: Lexeme, isProperty: boolean, context: QueryContext): QueryField {
  const { contentModel: dictionary } = context;
  const plain = isProperty || first.text.includes(':') ? undefined : plainField(first.text);
  if (plain !== undefined) return plain;
  const name = first.text.includes(':') ? first.text : `${first.text}:${localName(cursor)}`;
  return propertyField(name, dictionary) ?? failForUnknownField(cursor.fail, first.position, name, dictionary);
}

/** Empty where no colon ends it: then what is written is no name of a field. */
function localName(cursor: QueryCursor): string {
  if ('[{'.includes(cursor.character) || cursor.isEnd()) return '';
  const local = cursor.word(true).text;
  return cursor.skip(':') ? local : '';
}

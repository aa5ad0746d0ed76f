import { wordsOf } from '../text/folding.ts';
import type { Query } from './query.ts';
import { type Fail, type Lexeme, QueryCursor, type RangeLiteral } from './query-cursor.ts';
import { failForUnknownField, plainField, propertyField, type QueryContext, type QueryField } from './query-fields.ts';
import { rangeQuery } from './query-ranges.ts';
import { specialQuery } from './query-special.ts';
import { boostAt, suffixesAt } from './query-suffixes.ts';
import { type SymbolKind, symbolAt, wordOperator } from './query-symbols.ts';
import { propertyQuery, type ValueLiteral, wordsQuery } from './query-terms.ts';

/**
 * A token of a query's text. `position` is an index into the text, counted in UTF-16 code units from 0. The kind `nothing`
 * is a word without a letter or digit, such as a dash between two words.
 */
export type QueryToken =
  | { readonly kind: 'query'; readonly position: number; readonly text: string; readonly query: Query }
  /** `factor` is the boost of the group that ends here. */
  | { readonly kind: 'close'; readonly position: number; readonly text: string; readonly factor: number }
  | { readonly kind: SymbolKind; readonly position: number; readonly text: string };

/** Maximum number of words and ranges. Each word of a value counts. */
const maxTerms = 200;

const anywhere: QueryField = { kind: 'anywhere' };

/** A long property name (`{uri}name`) with its colon, escaped or not. */
const longName = /\\?\{((?:\\[^}]|[^}\\\s"])*)\\?\}((?:\\.|[^\s:"()[\]{}^~*?\\])+):/y;
/** A long name as a value. */
const longValue = /\{[^}\s"]*\}[^\s"()[\]{}^~]+/y;
/** A sign for the word or field after it. Elsewhere `=` separates words. */
const exactSign = /=(?=[^\s()=])/y;
const regularExpression = /^\/./;

/** Splits a query's text into tokens. Words without a field match loosely, phrases and fields exactly. */
export class QueryScanner {
  readonly fail: Fail;
  readonly #text: string;
  readonly #context: QueryContext;
  readonly #cursor: QueryCursor;
  /** The fields of the open parentheses. */
  readonly #groupFields: QueryField[] = [];
  #termCount = 0;

  constructor(text: string, context: QueryContext) {
    this.#text = text;
    this.#context = context;
    this.#cursor = new QueryCursor(text);
    this.fail = this.#cursor.fail;
  }

  /** The next token; after the last one always `end`. Throws like `fail` on a syntax error. */
  next(): QueryToken {
    const cursor = this.#cursor;
    cursor.skipSpaces();
    const { position } = cursor;
    const [kind, symbol] = symbolAt(cursor) ?? [];
    if (kind === undefined || symbol === undefined) {
      if (cursor.character !== '*' || !cursor.endsWord(3) || !cursor.skip('*:*')) return this.#term();
      return this.#queryToken(position, { kind: 'everything' });
    }
    cursor.skip(symbol);
    if (kind === 'close') return this.#closeToken(position);
    if (kind === 'open') this.#groupFields.push(this.#currentField());
    return { kind, position, text: symbol };
  }

  #currentField(): QueryField {
    return this.#groupFields.at(-1) ?? anywhere;
  }

  #closeToken(position: number): QueryToken {
    this.#groupFields.pop();
    return { kind: 'close', position, text: ')', factor: boostAt(this.#cursor) };
  }

  #term(): QueryToken {
    const cursor = this.#cursor;
    const { position } = cursor;
    const isExact = cursor.match(exactSign) !== undefined;
    if (cursor.character === '"')
      return this.#valueToken(position, this.#fieldOf(isExact), cursor.quoted(), 'the field');
    const isProperty = cursor.skip('@');
    const long = this.#longNameToken(position, isExact);
    if (long !== undefined) return long;
    if (!isProperty && startsRange(cursor)) return this.#rangeToken(position, this.#currentField(), cursor.range());
    return this.#wordToken(position, isProperty, isExact);
  }

  /** The field of a value without one of its own. */
  #fieldOf(isExact: boolean): QueryField {
    return exactly(this.#currentField(), isExact);
  }

  /** A field with its value, an operator or a word. */
  #wordToken(position: number, isProperty: boolean, isExact: boolean): QueryToken {
    const cursor = this.#cursor;
    const word = cursor.word(true);
    if (cursor.skip(':')) {
      return this.#fieldToken(position, exactly(fieldNamed(cursor, word, isProperty, this.#context), isExact));
    }
    if (word.source === '') failForMisplacedSymbol(cursor);
    if (isProperty && word.text !== '') this.fail(word.position, 'the property after @ has no value');
    if (regularExpression.test(word.source)) this.fail(position, 'regular expressions are not supported');
    const operator = isExact ? undefined : wordOperator(word.source);
    if (operator !== undefined) return { kind: operator, position, text: word.source };
    return this.#valueToken(position, this.#fieldOf(isExact), word, 'the field');
  }

  #longNameToken(position: number, isExact: boolean): QueryToken | undefined {
    const [, uri, local] = this.#cursor.match(longName) ?? [];
    if (uri === undefined || local === undefined) return undefined;
    const name = `{${unescaped(uri)}}${unescaped(local)}`;
    const { contentModel } = this.#context;
    const field = propertyField(name, contentModel) ?? failForUnknownField(this.fail, position, name, contentModel);
    return this.#fieldToken(position, exactly(field, isExact));
  }

  /** Reads what follows the colon of a field. */
  #fieldToken(position: number, field: QueryField): QueryToken {
    const cursor = this.#cursor;
    const name = this.#text.slice(position, cursor.position - 1);
    if (cursor.isEnd()) this.fail(cursor.position, `the value of ${name} is missing`);
    if (cursor.skip('(')) {
      this.#groupFields.push(field);
      return { kind: 'open', position: cursor.position - 1, text: '(' };
    }
    if (cursor.character === '"') return this.#valueToken(position, field, cursor.quoted(), name);
    const start = cursor.position;
    const long = field.kind === 'special' ? cursor.match(longValue)?.[0] : undefined;
    if (long !== undefined) return this.#valueToken(position, field, plainLexeme(start, long), name);
    if (startsRange(cursor)) return this.#rangeToken(position, field, cursor.range());
    const word = cursor.word(false);
    if (word.source === '') this.fail(start, `the value of ${name} is missing`);
    return this.#valueToken(position, field, word, name);
  }

  #valueToken(position: number, field: QueryField, lexeme: Lexeme, name: string): QueryToken {
    const { fuzziness, factor } = suffixesAt(this.#cursor, lexeme.quoted);
    const value: ValueLiteral = { ...lexeme, fuzziness };
    this.#countTerms(wordsOf(lexeme.text).length, lexeme.position);
    const query = queryOf(field, value, this.#context, this.fail);
    if (query === undefined && field.kind !== 'anywhere') {
      this.fail(lexeme.position, `the value of ${name} has no letter or digit to search for`);
    }
    return this.#queryToken(position, query, factor);
  }

  #rangeToken(position: number, field: QueryField, range: RangeLiteral): QueryToken {
    this.#countTerms(1, position);
    return this.#queryToken(position, rangeQuery(field, range, this.#context, this.fail));
  }

  #queryToken(position: number, query: Query | undefined, factor = boostAt(this.#cursor)): QueryToken {
    const text = this.#text.slice(position, this.#cursor.position);
    if (query === undefined) return { kind: 'nothing', position, text };
    return { kind: 'query', position, text, query: boosted(query, factor) };
  }

  #countTerms(terms: number, position: number): void {
    this.#termCount += Math.max(1, terms);
    if (this.#termCount > maxTerms)
      this.fail(
        position,
        `it has more than ${maxTerms} words and ranges, counting each word in a value; shorten the query`,
      );
  }
}

const exactly = (field: QueryField, isExact: boolean): QueryField => (isExact ? { ...field, exact: true } : field);

const startsRange = ({ character }: QueryCursor): boolean => '[{'.includes(character);

const boosted = (query: Query, factor: number): Query => (factor === 1 ? query : { kind: 'boosted', query, factor });

const unescaped = (text: string): string => text.replace(/\\(.)/gu, '$1');

const plainLexeme = (position: number, text: string): Lexeme => ({
  position,
  text,
  pattern: text,
  source: text,
  quoted: true,
});

function failForMisplacedSymbol(cursor: QueryCursor): never {
  const { character, position } = cursor;
  return cursor.fail(position, `"${character}" must directly follow a word, a phrase or parentheses`);
}

function queryOf(field: QueryField, typed: ValueLiteral, context: QueryContext, fail: Fail): Query | undefined {
  const value = field.exact === true ? { ...typed, quoted: true } : typed;
  switch (field.kind) {
    case 'anywhere':
      return wordsQuery(undefined, value, fail);
    case 'part':
      return wordsQuery(field.name, value, fail);
    case 'property': {
      const isWhole = value.quoted && (field.exact === true || context.keyProperties.has(field.name));
      return propertyQuery({ ...field, isWhole }, value, fail);
    }
    default:
      return specialQuery(field.name, value, context, fail);
  }
}

/** The field whose name starts with `first`, the text before a colon. Reads the rest of the name and its colon. */
function fieldNamed(cursor: QueryCursor, first: Lexeme, isProperty: boolean, context: QueryContext): QueryField {
  const { contentModel } = context;
  const plain = isProperty || first.text.includes(':') ? undefined : plainField(first.text);
  if (plain !== undefined) return plain;
  const name = first.text.includes(':') ? first.text : `${first.text}:${localName(cursor)}`;
  return propertyField(name, contentModel) ?? failForUnknownField(cursor.fail, first.position, name, contentModel);
}

/** The name after the prefix. Empty if no colon follows: the text is not a field name then. */
function localName(cursor: QueryCursor): string {
  if (startsRange(cursor) || cursor.isEnd()) return '';
  const local = cursor.word(true).text;
  return cursor.skip(':') ? local : '';
}

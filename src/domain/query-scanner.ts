import { wordsOf } from './folding.ts';
import type { DocumentField, Match, Query } from './query.ts';
import { createQueryCursor, type QueryCursor, type Stretch } from './query-cursor.ts';

type PlainTokenKind = 'nothing' | 'open' | 'close' | 'plus' | 'minus' | 'and' | 'or' | 'not' | 'end';

/**
 * A piece of a query's text; `position` is an index into the text, counted in UTF-16 code units from 0.
 * `nothing` is a word without a letter or digit, such as a dash between two words.
 */
export type QueryToken =
  | { readonly kind: 'query'; readonly position: number; readonly text: string; readonly query: Query }
  | { readonly kind: PlainTokenKind; readonly position: number; readonly text: string };

/** Cuts a query's text into tokens. */
export interface QueryScanner {
  /** The next token; behind the last one always `end`. Throws like `fail` where the text is not understood. */
  next(): QueryToken;
  /** Throws `BadRequest` that names the place and what is understood. */
  fail(position: number, reason: string): never;
}

const mostWords = 200;

const fieldAliases: ReadonlyMap<string, DocumentField> = new Map([
  ['name', 'name'],
  ['title', 'title'],
  ['description', 'description'],
  ['keyword', 'keywords'],
  ['keywords', 'keywords'],
  ['text', 'text'],
  ['TEXT', 'text'],
]);

const operators: ReadonlyMap<string, PlainTokenKind> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

/** Words that mean something in the full language, and would be a surprise as plain text. */
const laterWords: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^&&/, 'write AND instead of &&'],
  [/^\|\|/, 'write OR instead of ||'],
  [/^![^!]/, 'write NOT or - instead of !'],
  [/^\/./, 'regular expressions are not understood'],
];

/** A scanner over the text. Words without a field are looked for loosely, phrases and fields exactly. */
export function createQueryScanner(text: string): QueryScanner {
  const cursor = createQueryCursor(text);
  let wordCount = 0;

  function wordsToken(stretch: Stretch, field: string | undefined, match: Match): QueryToken {
    const { position, source } = stretch;
    const count = wordsOf(stretch.text).length;
    if (count === 0) return wordlessToken(cursor, stretch, field);
    wordCount += count;
    if (wordCount > mostWords) cursor.fail(position, `there are more than ${mostWords} words`);
    const query: Query = { kind: 'words', field, text: stretch.text, match: stretch.prefix ? 'prefix' : match };
    return { kind: 'query', position, text: source, query };
  }

  function fieldToken(first: Stretch, isProperty: boolean): QueryToken {
    const field = fieldName(cursor, first, isProperty);
    if (cursor.isEnd()) cursor.fail(cursor.position, `the value of ${field} is missing`);
    if (cursor.character === '(') {
      cursor.fail(cursor.position, 'parentheses behind a field are not understood; name the field before each value');
    }
    return wordsToken(cursor.character === '"' ? cursor.quoted(true) : cursor.word(false), field, 'exact');
  }

  function term(): QueryToken {
    if (cursor.character === '"') return wordsToken(cursor.quoted(false), undefined, 'exact');
    const isProperty = cursor.skip('@');
    const word = cursor.word(true);
    if (cursor.skip(':')) return fieldToken(word, isProperty);
    if (isProperty && word.text !== '') cursor.fail(word.position, 'the property behind @ has no value');
    const later = laterWords.find(([pattern]) => pattern.test(word.source));
    if (later !== undefined) cursor.fail(word.position, later[1]);
    const operator = operators.get(word.source);
    if (operator !== undefined) return { kind: operator, position: word.position, text: word.source };
    return wordsToken(word, undefined, 'loose');
  }

  function next(): QueryToken {
    cursor.skipSpaces();
    const { position, character } = cursor;
    const sign = signAt(cursor);
    if (sign !== undefined) {
      cursor.skip(character);
      return { kind: sign, position, text: character };
    }
    if (character !== '*' || !cursor.endsWord(3) || !cursor.skip('*:*')) return term();
    return { kind: 'query', position, text: '*:*', query: { kind: 'everything' } };
  }

  return { next, fail: cursor.fail };
}

function signAt(cursor: QueryCursor): PlainTokenKind | undefined {
  switch (cursor.character) {
    case '':
      return 'end';
    case '(':
      return 'open';
    case ')':
      return 'close';
    // A plus or minus that stands alone is a dash between words.
    case '+':
      return cursor.isEnd(1) ? undefined : 'plus';
    case '-':
      return cursor.isEnd(1) ? undefined : 'minus';
    default:
      return undefined;
  }
}

function wordlessToken(cursor: QueryCursor, stretch: Stretch, field: string | undefined): QueryToken {
  const { position, source } = stretch;
  if (field !== undefined) cursor.fail(position, `the value of ${field} has no letter or digit to look for`);
  if (stretch.prefix) cursor.fail(position, 'no letter or digit stands before the *; for everything write *:*');
  return { kind: 'nothing', position, text: source };
}

/** Reads the rest of a field's name, behind the colon that ended its first part, and the colon at its end. */
function fieldName(cursor: QueryCursor, first: Stretch, isProperty: boolean): string {
  if (first.text.includes(':')) return first.text;
  const part = isProperty ? undefined : fieldAliases.get(first.text);
  if (part !== undefined) return part;
  const local = cursor.word(true);
  if (first.text !== '' && local.text !== '' && cursor.skip(':')) return `${first.text}:${local.text}`;
  return cursor.fail(
    first.position,
    `«${first.source}:» names no field (fields are name, title, description, keywords, text, and properties such as ` +
      'cm:title); a text with a colon belongs in quotation marks',
  );
}

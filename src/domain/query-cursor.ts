import { badRequest } from '../base/errors.ts';

/** A stretch of a query's text, with its escapes resolved. */
export interface Stretch {
  /** Where it starts: an index into the query's text, counted in UTF-16 code units from 0. */
  readonly position: number;
  readonly text: string;
  /** As it was written, escapes and all. */
  readonly source: string;
  /** Whether an unescaped `*` ended it. */
  readonly prefix: boolean;
}

/** Walks through a query's text. Its reading methods throw like `fail` where the text is not understood. */
export interface QueryCursor {
  readonly position: number;
  /** The character at the position; empty at the end. */
  readonly character: string;
  /** Goes over this text if it stands at the position. */
  skip(expected: string): boolean;
  skipSpaces(): void;
  /** Whether the text or the word ends this many code units on: at the end or before a space. */
  isEnd(ahead?: number): boolean;
  /** Like `isEnd`, before a quotation mark or parenthesis too. */
  endsWord(ahead?: number): boolean;
  /** Reads up to the end of the word, or to a colon where `colonEnds`. May be empty. */
  word(colonEnds: boolean): Stretch;
  /** Reads a text in quotation marks. With `wildcards`, `*` means something; else all is plain text. */
  quoted(wildcards: boolean): Stretch;
  /** Throws `BadRequest` that names the place (in characters, from 1) and what is understood. */
  fail(position: number, reason: string): never;
}

const understood =
  'Understood are words, "phrases", field:value (such as cm:title:Brüche), +must, -not, AND, OR, NOT, parentheses, ' +
  'a * at the end of a word, and *:*. A backslash takes a character as it stands.';

const space = /\s/u;

/** Signs of the full language that have no meaning here, and would be a surprise as plain text. */
const laterSigns: ReadonlyMap<string, string> = new Map([
  ['[', 'ranges are not understood'],
  [']', 'ranges are not understood'],
  ['{', 'ranges and long property names are not understood'],
  ['}', 'ranges and long property names are not understood'],
  ['^', 'boosts are not understood'],
  ['~', 'fuzzy words and distances are not understood (words are found with one typo anyway)'],
  ['?', 'a ? for one character is not understood'],
]);

/** A cursor at the start of the text. */
export function createQueryCursor(text: string): QueryCursor {
  let at = 0;

  function fail(position: number, reason: string): never {
    const place = [...text.slice(0, position)].length + 1;
    throw badRequest(`The query cannot be read at character ${place}: ${reason}. ${understood}`, { position: place });
  }

  function skip(expected: string): boolean {
    if (!text.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  }

  const isEnd = (ahead = 0): boolean => at + ahead >= text.length || space.test(text.charAt(at + ahead));
  const endsWord = (ahead = 0): boolean => isEnd(ahead) || '"()'.includes(text.charAt(at + ahead));

  function unescaped(): string {
    if (skip('\\') && at >= text.length) fail(at - 1, 'nothing follows the backslash');
    at += 1;
    return text.charAt(at - 1);
  }

  function stretch(position: number, read: string, prefix: boolean): Stretch {
    return { position, text: read, source: text.slice(position, at), prefix };
  }

  function word(colonEnds: boolean): Stretch {
    const position = at;
    const ends = (): boolean => endsWord() || (colonEnds && text.charAt(at) === ':');
    let read = '';
    while (!ends()) {
      const reason = laterSigns.get(text.charAt(at));
      if (reason !== undefined) fail(at, reason);
      if (skip('*')) {
        if (!endsWord()) fail(at - 1, 'a * is understood only at the end of a word');
        return stretch(position, read, true);
      }
      read += unescaped();
    }
    return stretch(position, read, false);
  }

  function quoted(wildcards: boolean): Stretch {
    const position = at;
    at += 1;
    let read = '';
    while (at < text.length && text.charAt(at) !== '"') {
      if (wildcards && skip('*"')) return stretch(position, read, true);
      if (wildcards && '*?'.includes(text.charAt(at)))
        fail(at, 'of wildcards, a * at the end of a value is understood');
      read += unescaped();
    }
    if (!skip('"')) fail(position, 'the quotation mark is never closed');
    return stretch(position, read, false);
  }

  return {
    get position() {
      return at;
    },
    get character() {
      return text.charAt(at);
    },
    skip,
    skipSpaces() {
      while (at < text.length && space.test(text.charAt(at))) at += 1;
    },
    isEnd,
    endsWord,
    word,
    quoted,
    fail,
  };
}

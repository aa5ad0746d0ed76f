import { badRequest } from '../../base/errors/errors.ts';
import { anyLetters, oneLetter } from '../text/folding.ts';

/** A stretch of a query's text, with its escapes resolved. */
export interface Lexeme {
  /** Where it starts: an index into the query's text, counted in UTF-16 code units from 0. */
  readonly position: number;
  /** Wildcards stand in it as they were written. */
  readonly text: string;
  /** The same for `patternsOf`: a wildcard is `anyLetters` or `oneLetter`; what was escaped is plain text. */
  readonly pattern: string;
  /** As it was written, escapes and all. */
  readonly source: string;
  readonly quoted: boolean;
}

/** One end of a range. */
export type Bound = Pick<Lexeme, 'position' | 'text' | 'quoted'>;

/** A range as it was written. */
export interface RangeLiteral {
  readonly position: number;
  readonly from: Bound;
  readonly to: Bound;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

/** Throws `BadRequest` that names the place (in characters, from 1) and what is understood; place and reason are its details, too. */
export type Fail = (position: number, reason: string) => never;

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
  /** Like `isEnd`, before a quotation mark, a parenthesis, `^` or `~` too. */
  endsWord(ahead?: number): boolean;
  /** Goes over what the pattern (sticky) fits at the position, and gives what it found. */
  match(pattern: RegExp): RegExpExecArray | undefined;
  /** What the pattern (sticky) fits at the position; stays there. */
  peek(pattern: RegExp): string | undefined;
  /** Reads up to the end of the word, or to a colon where `colonEnds`. May be empty. */
  word(colonEnds: boolean): Lexeme;
  /** Reads a text in quotation marks. */
  quoted(): Lexeme;
  /** Reads `[a TO b]`, `{a TO b}`, or a mixture of both. */
  range(): RangeLiteral;
  readonly fail: Fail;
}

const understood =
  'Understood are words, "phrases", field:value (such as cm:title:Brüche), field:(a b), +must, -not, AND, OR, NOT, ' +
  'parentheses, * and ? in words, near~1 words, boosts^2, ranges such as cm:created:[2026-01-01 TO NOW], and *:* for ' +
  'everything. A backslash takes a character as it stands.';

const space = /\s/u;
const brackets = '[]{}';

/** A cursor at the start of the text. */
export function createQueryCursor(text: string): QueryCursor {
  let at = 0;

  const fail: Fail = (position, reason) => {
    const place = [...text.slice(0, position)].length + 1;
    throw badRequest(`The query cannot be read at character ${place}: ${reason}. ${understood}`, {
      position: place,
      reason,
    });
  };

  function skip(expected: string): boolean {
    if (!text.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  }

  function skipSpaces(): void {
    while (at < text.length && space.test(text.charAt(at))) at += 1;
  }

  const isEnd = (ahead = 0): boolean => at + ahead >= text.length || space.test(text.charAt(at + ahead));
  const endsWord = (ahead = 0): boolean => isEnd(ahead) || '"()^~'.includes(text.charAt(at + ahead));

  function match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found !== undefined) at += found[0].length;
    return found;
  }

  function lookAt(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  }

  /** Reads on to where `ends` says, and at most to the end of the text. */
  function read(position: number, quoted: boolean, ends: () => boolean): Lexeme {
    const start = at;
    let plain = '';
    let pattern = '';
    while (at < text.length && !ends()) {
      const escaped = skip('\\');
      if (escaped && at >= text.length) fail(at - 1, 'nothing follows the backslash');
      const character = text.charAt(at);
      at += 1;
      plain += character;
      pattern += escaped ? plainInPattern(character) : inPattern(character);
    }
    return { position, text: plain, pattern, source: text.slice(start, at), quoted };
  }

  function word(colonEnds: boolean): Lexeme {
    return read(at, false, () => {
      if (brackets.includes(text.charAt(at))) {
        fail(at, `«${text.charAt(at)}» belongs to a range behind a field, as in cm:created:[2026-01-01 TO NOW]`);
      }
      return endsWord() || (colonEnds && text.charAt(at) === ':');
    });
  }

  function quoted(): Lexeme {
    const position = at;
    at += 1;
    const stretch = read(position, true, () => text.charAt(at) === '"');
    if (!skip('"')) fail(position, 'the quotation mark is never closed');
    return stretch;
  }

  function bound(opened: number): Bound {
    skipSpaces();
    if (at >= text.length) fail(opened, 'the range is never closed');
    if (text.charAt(at) === '"') return quoted();
    const written = read(at, false, () => isEnd() || brackets.includes(text.charAt(at)));
    if (written.text === '') fail(at, 'a bound of the range is missing; * stands for an open end');
    return written;
  }

  function range(): RangeLiteral {
    const position = at;
    const includeFrom = text.charAt(at) === '[';
    at += 1;
    const from = bound(position);
    skipSpaces();
    if (at >= text.length) fail(position, 'the range is never closed');
    if (match(/TO(?=\s)/y) === undefined) fail(at, 'TO stands between the bounds of a range, as in [1 TO 10]');
    const to = bound(position);
    skipSpaces();
    const closing = text.charAt(at);
    if (closing === '') fail(position, 'the range is never closed');
    if (closing !== ']' && closing !== '}') fail(at, 'a range ends with ] or } behind its second bound');
    at += 1;
    return { position, from, to, includeFrom, includeTo: closing === ']' };
  }

  return {
    get position() {
      return at;
    },
    get character() {
      return text.charAt(at);
    },
    skip,
    skipSpaces,
    isEnd,
    endsWord,
    match,
    peek: lookAt,
    word,
    quoted,
    range,
    fail,
  };
}

function inPattern(character: string): string {
  if (character === '*') return anyLetters;
  return character === '?' ? oneLetter : plainInPattern(character);
}

/** What happens to be one of the signs for wildcards is no letter, and parts words like any other sign. */
const plainInPattern = (character: string): string =>
  character === anyLetters || character === oneLetter ? ' ' : character;

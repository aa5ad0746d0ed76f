import { badRequest } from '../../base/errors/errors.ts';
import { anyLetters, oneLetter } from '../text/folding.ts';

/** A part of a query's text, such as a word or a quoted text, with its escapes resolved. */
export interface Lexeme {
  /** The start: an index into the query's text, counted in UTF-16 code units from 0. */
  readonly position: number;
  /** The text without escapes. Wildcards stay as they were typed. */
  readonly text: string;
  /** The text for `patternsOf`: wildcards are `anyLetters` or `oneLetter`, and escaped characters are plain text. */
  readonly pattern: string;
  /** The text as it was typed, with escapes. */
  readonly source: string;
  readonly quoted: boolean;
}

/** One end of a range. */
export type Bound = Pick<Lexeme, 'position' | 'text' | 'quoted'>;

/** A range as it was typed. */
export interface RangeLiteral {
  readonly position: number;
  readonly from: Bound;
  readonly to: Bound;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

/**
 * Throws `BadRequest` with the position (in characters, from 1), the reason, and a summary of the syntax. Position and
 * reason are in its details as well.
 */
export type Fail = (position: number, reason: string) => never;

const syntaxSummary =
  'A query has words, "phrases", field:value (such as cm:title:Brüche), field:(a b), +must, -not, AND, OR, NOT, ' +
  'parentheses, * and ? in words, word~1 (one different letter), word^2 (counts twice), ranges such as ' +
  'cm:created:[2026-01-01 TO NOW], and *:* for everything. A backslash escapes the next character.';

const space = /\s/u;
const brackets = '[]{}';

/** Reads a query's text from its start to its end. The reading methods throw like `fail` on a syntax error. */
export class QueryCursor {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readonly fail: Fail = (position, reason) => {
    const column = [...this.#text.slice(0, position)].length + 1;
    throw badRequest(`The query cannot be read at character ${column}: ${reason}. ${syntaxSummary}`, {
      position: column,
      reason,
    });
  };

  get position(): number {
    return this.#position;
  }

  /** The character at the position; empty at the end. */
  get character(): string {
    return this.#text.charAt(this.#position);
  }

  /** Moves past `expected` if it is at the position, and returns whether it was. */
  skip(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.#position)) return false;
    this.#position += expected.length;
    return true;
  }

  skipSpaces(): void {
    while (!this.#isAtEnd() && space.test(this.character)) this.#position += 1;
  }

  /** Whether the text ends, or a space follows, this many code units ahead. */
  isEnd(ahead = 0): boolean {
    const position = this.#position + ahead;
    return position >= this.#text.length || space.test(this.#text.charAt(position));
  }

  /** Like `isEnd`, but quotation marks, parentheses, `^` and `~` end a word too. */
  endsWord(ahead = 0): boolean {
    return this.isEnd(ahead) || '"()^~'.includes(this.#text.charAt(this.#position + ahead));
  }

  /** Moves past what a sticky pattern matches at the position, and returns the match. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#position += match[0].length;
    return match;
  }

  /** Returns what a sticky pattern matches at the position, without moving. */
  peek(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position;
    return pattern.exec(this.#text)?.[0];
  }

  /** Reads to the end of the word, or to a colon if `colonEnds`. The result may be empty. */
  word(colonEnds: boolean): Lexeme {
    return this.#read(this.#position, false, () => {
      if (brackets.includes(this.character)) {
        this.fail(
          this.#position,
          `"${this.character}" belongs to a range, which needs a field before it, as in cm:created:[2026-01-01 TO NOW]`,
        );
      }
      return this.endsWord() || (colonEnds && this.character === ':');
    });
  }

  /** Reads a text in quotation marks. */
  quoted(): Lexeme {
    const start = this.#position;
    this.#position += 1;
    const lexeme = this.#read(start, true, () => this.character === '"');
    if (!this.skip('"')) this.fail(start, 'the quotation mark is not closed');
    return lexeme;
  }

  /** Reads `[a TO b]`, `{a TO b}`, or a mix of both. */
  range(): RangeLiteral {
    const start = this.#position;
    const includeFrom = this.character === '[';
    this.#position += 1;
    const from = this.#bound(start);
    this.skipSpaces();
    if (this.#isAtEnd()) this.#failUnclosedRange(start);
    if (this.match(/TO(?=\s)/y) === undefined) {
      this.fail(this.#position, 'the bounds of a range need TO between them, as in [1 TO 10]');
    }
    const to = this.#bound(start);
    return { position: start, from, to, includeFrom, includeTo: this.#closeRange(start) };
  }

  /** Reads the closing bracket of a range, and returns whether it includes the upper bound. */
  #closeRange(start: number): boolean {
    this.skipSpaces();
    const closing = this.character;
    if (closing === '') this.#failUnclosedRange(start);
    if (closing !== ']' && closing !== '}') {
      this.fail(this.#position, 'a range ends with ] or } after its second bound');
    }
    this.#position += 1;
    return closing === ']';
  }

  #bound(rangeStart: number): Bound {
    this.skipSpaces();
    if (this.#isAtEnd()) this.#failUnclosedRange(rangeStart);
    if (this.character === '"') return this.quoted();
    const bound = this.#read(this.#position, false, () => this.isEnd() || brackets.includes(this.character));
    if (bound.text === '') this.fail(this.#position, 'a bound of the range is missing; use * for an open end');
    return bound;
  }

  #failUnclosedRange(start: number): never {
    return this.fail(start, 'the range is not closed');
  }

  #isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  /** Reads until `ends` returns true, or to the end of the text. */
  #read(position: number, quoted: boolean, ends: () => boolean): Lexeme {
    const start = this.#position;
    let plain = '';
    let pattern = '';
    while (!this.#isAtEnd() && !ends()) {
      const escaped = this.skip('\\');
      if (escaped && this.#isAtEnd()) this.fail(this.#position - 1, 'nothing follows the backslash');
      const { character } = this;
      this.#position += 1;
      plain += character;
      pattern += escaped ? literalInPattern(character) : inPattern(character);
    }
    return { position, text: plain, pattern, source: this.#text.slice(start, this.#position), quoted };
  }
}

function inPattern(character: string): string {
  if (character === '*') return anyLetters;
  return character === '?' ? oneLetter : literalInPattern(character);
}

/** The placeholders of wildcards are not letters: if a user types them, they separate words like other symbols. */
const literalInPattern = (character: string): string =>
  character === anyLetters || character === oneLetter ? ' ' : character;

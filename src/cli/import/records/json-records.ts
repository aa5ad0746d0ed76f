/** The text of a record in a list, such as a line or an entry of an array. */
export interface RecordText {
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Undefined if it is larger than a record may be. */
  readonly text: string | undefined;
}

/** In characters. No record of a feed is larger, but a hostile line is. */
export const maxRecordLength = 1_000_000;
/** In characters: a single document, which may have many records. */
export const maxDocumentLength = 16_000_000;

/** The lines that are not blank. A line that is too large is not held in memory. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<RecordText> {
  let line = 1;
  let pending = '';
  let isTooLarge = false;
  const finished = (text: string): RecordText[] => {
    const record = { line, text: isTooLarge || text.length > maxRecordLength ? undefined : text };
    line += 1;
    isTooLarge = false;
    return record.text?.trim() === '' ? [] : [record];
  };
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pending += first;
    for (const next of others) {
      yield* finished(pending);
      pending = next;
    }
    if (pending.length <= maxRecordLength) continue;
    isTooLarge = true;
    pending = '';
  }
  yield* finished(pending);
}

/** Splits the entries of a JSON array, without parsing them. */
class EntrySplitter {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #hasEnded = false;
  #line = 1;
  #pending = { line: 1, text: '', isTooLarge: false };

  /** The entries that end in this part. */
  push(part: string): RecordText[] {
    const entries: RecordText[] = [];
    let from = 0;
    for (let at = 0; at < part.length; at += 1) {
      if (!this.#isBoundary(part.charAt(at))) continue;
      this.#add(part.slice(from, at));
      entries.push(...this.end());
      from = at + 1;
    }
    this.#add(part.slice(from));
    return entries;
  }

  /** What is left, unless it is blank. */
  end(): RecordText[] {
    const { line, text, isTooLarge } = this.#pending;
    this.#pending = { line: this.#line, text: '', isTooLarge: false };
    if (isTooLarge) return [{ line, text: undefined }];
    const blank = /^\s*/.exec(text)?.[0] ?? '';
    return blank === text ? [] : [{ line: line + blank.split('\n').length - 1, text }];
  }

  #add(text: string): void {
    const before = this.#pending;
    const added = before.text + text;
    const isTooLarge = before.isTooLarge || added.length > maxRecordLength;
    this.#pending = { line: before.line, text: isTooLarge ? '' : added, isTooLarge };
  }

  /** Whether the character is a bracket of the array, or a comma between its entries. */
  #isBoundary(character: string): boolean {
    if (character === '\n') this.#line += 1;
    if (this.#inString) {
      this.#stepInString(character);
      return false;
    }
    const before = this.#depth;
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.#depth -= 1;
    else if (character === ',') return before === 1;
    if (this.#hasEnded) return false;
    this.#hasEnded = before === 1 && this.#depth === 0;
    return this.#hasEnded || (before === 0 && this.#depth === 1);
  }

  #stepInString(character: string): void {
    // JSON has no line break in a text. A quote that is missing therefore loses its own entry alone.
    if (character === '\n' || (character === '"' && !this.#isEscaped)) this.#inString = false;
    this.#isEscaped = character === '\\' && !this.#isEscaped;
  }
}

/** The entries of a JSON array as texts. If the array ends early, the last is incomplete; what follows the array is an entry that is no JSON. */
export async function* entriesOf(chunks: AsyncIterable<string>): AsyncGenerator<RecordText> {
  const splitter = new EntrySplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

import { firstPosition } from '../../../base/first-position.ts';
import { bytesInMemory, type SegmentBytes } from './segment-bytes.ts';

/** Texts in UTF-8, one after the other. Text n is at `starts[n]` to `starts[n + 1]`. */
export interface TextTable {
  /**
   * A text that is not well-formed UTF-16 is stored as UTF-16 (little endian) after a byte 0xff, which does not occur
   * in UTF-8.
   */
  readonly bytes: SegmentBytes;
  /** One more element than there are texts. */
  readonly starts: Uint32Array;
}

/** The first byte of a text that UTF-8 cannot represent. */
const utf16Marker = 0xff;

/** The bytes of a text in a table. */
const encoded = (text: string): Buffer =>
  text.isWellFormed()
    ? Buffer.from(text, 'utf8')
    : Buffer.concat([Buffer.of(utf16Marker), Buffer.from(text, 'utf16le')]);

/** A table of these texts, in this order. */
export function textTableOf(texts: readonly string[]): TextTable {
  const starts = new Uint32Array(texts.length + 1);
  const isWellFormed = texts.every((text) => text.isWellFormed());
  const encodedTexts = isWellFormed ? undefined : texts.map(encoded);
  let length = 0;
  for (let number = 0; number < texts.length; number += 1) {
    length += encodedTexts?.[number]?.length ?? Buffer.byteLength(texts[number] ?? '');
    starts[number + 1] = length;
  }
  const bytes = encodedTexts === undefined ? Buffer.from(texts.join(''), 'utf8') : Buffer.concat(encodedTexts);
  return { bytes: bytesInMemory(bytes), starts };
}

export const textCount = (table: TextTable): number => table.starts.length - 1;

/** The number of bytes of all texts. */
export const totalBytes = (table: TextTable): number => (table.starts[textCount(table)] ?? 0) - (table.starts[0] ?? 0);

/** The number of bytes of a text. Does not read the text. */
export const bytesAt = ({ starts }: TextTable, number: number): number =>
  (starts[number + 1] ?? 0) - (starts[number] ?? 0);

/** The text with this number; empty if there is none. */
export function textAt({ bytes, starts }: TextTable, number: number): string {
  const [start, end] = [starts[number] ?? 0, starts[number + 1] ?? 0];
  const { memory } = bytes;
  if (memory !== undefined) return textIn(memory, start, end);
  const view = bytes.between(start, end);
  return textIn(view, 0, view.length);
}

function textIn(bytes: Buffer, start: number, end: number): string {
  if (bytes[start] === utf16Marker && start < end) return bytes.toString('utf16le', start + 1, end);
  return bytes.toString('utf8', start, end);
}

/** The number of a text; -1 if it is not in the table. The table must be sorted by UTF-16 code units. */
export function numberInTable(table: TextTable, text: string): number {
  const position = firstPosition(0, textCount(table), (number) => textAt(table, number) >= text);
  return position < textCount(table) && textAt(table, position) === text ? position : -1;
}

import { controlCharacters } from '../../base/control-characters.ts';

// Any user can write names and messages, which could move the cursor or change colours.
const control = new RegExp(controlCharacters, 'gu');
const controlInText = new RegExp(`(?![\\n\\t])${controlCharacters}`, 'gu');
const endOfLine = /\r(?=\n|$)/g;

/** Text for a terminal: control characters become U+FFFD. */
export const printable = (text: string): string => text.replaceAll(control, '\ufffd');

/** Text of several lines for a terminal: `printable`, but line breaks and tabs stay. */
export const printableLines = (text: string): string =>
  text.replaceAll(endOfLine, '').replaceAll(controlInText, '\ufffd');

const colour = new RegExp(`(${String.fromCharCode(27)}\\[(?:1|2|22|31|33|34|39)m)`);

/** `printableLines`, but the colours of `Style` stay. */
export const printableInColours = (text: string): string =>
  text
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : printableLines(part)))
    .join('');

/** JSON whose control characters, and those of writing directions, are escaped. */
export const jsonText = (value: unknown, indent?: number): string =>
  // Line breaks are between the values: those within a text are escaped already.
  JSON.stringify(value, null, indent).replaceAll(
    controlInText,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Joins the trimmed, non-empty lines of a text, in linear time. */
export const joinedLines = (text: string, separator: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(separator);

/** Text for one line of a terminal: `printable`, with line breaks as spaces. */
export const onOneLine = (text: string): string => printable(joinedLines(text, ' '));

const segmenter = new Intl.Segmenter();
const wide = /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;
const plain = /^[\x20-\x7e]*$/;

const columnsOfLetter = (letter: string): number => (wide.test(letter) ? 2 : 1);

/** The width of a text in columns of a terminal. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += columnsOfLetter(segment);
  return columns;
}

/** The letters and emoji of a text, each as it is shown. */
export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The extension of a file name, which says what the file is; empty if there is none. */
const extensionOf = (name: string): string => /.(\.[\p{L}\p{N}]{1,8})$/u.exec(name)?.[1] ?? '';

/**
 * Shortens a text to a width in columns, with an ellipsis where it is cut off: at its start, at its end, or before the extension of a
 * file name. Never cuts through a letter or an emoji.
 */
export function shortened(text: string, width: number, cutOff: 'start' | 'end' | 'before the extension'): string {
  if (columnsOf(text) <= width) return text;
  if (cutOff === 'before the extension') {
    const extension = extensionOf(text);
    const room = width - columnsOf(extension);
    return room < 2 ? shortened(text, width, 'end') : `${shortened(text, room, 'end')}${extension}`;
  }
  const letters = lettersOf(text);
  if (cutOff === 'start') letters.reverse();
  const kept: string[] = [];
  let columns = 1;
  for (const letter of letters) {
    columns += columnsOfLetter(letter);
    if (columns > width) break;
    kept.push(letter);
  }
  return cutOff === 'start' ? `…${kept.toReversed().join('')}` : `${kept.join('')}…`;
}

// Control characters could move the cursor or recolour what a reader sees; names and messages come from other people.
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Text for a terminal: control characters become visible. */
export const printable = (text: string): string => text.replaceAll(control, '\ufffd');

/** The lines of a text on one line, without the blanks around them. Its time grows with the text, and no faster. */
export const joinedLines = (text: string, separator: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(separator);

/** Text for one line: line breaks become spaces, and so on as `printable`. */
export const onOneLine = (text: string): string => printable(joinedLines(text, ' '));

const segmenter = new Intl.Segmenter();
const wide = /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;
const plain = /^[\x20-\x7e]*$/;

/** How many columns of a terminal the text takes. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

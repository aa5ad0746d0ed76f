// Any user can write names and messages. Their control characters could move the cursor or change colours.
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Text for a terminal: control characters become U+FFFD. */
export const printable = (text: string): string => text.replaceAll(control, '\ufffd');

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

/** The width of a text in columns of a terminal. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segmenter.segment(text)) columns += wide.test(segment) ? 2 : 1;
  return columns;
}

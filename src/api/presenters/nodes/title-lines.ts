/** The maximum length of a line in columns. A wide character takes two. */
const maxColumns = 24;
const maxLines = 3;
/** The maximum length of a title, in UTF-16 code units. The rest of a longer title is ignored. */
const maxTitleLength = 400;

/** Control characters, lone surrogates, unassigned code points, and bidirectional control characters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Cn}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const wide = /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u;

const letters = new Intl.Segmenter('de', { granularity: 'grapheme' });

interface Letter {
  readonly text: string;
  readonly columns: number;
}

/** A grapheme with an excessive number of marks is truncated. */
const lettersOf = (text: string): Letter[] =>
  [...letters.segment(text)].map(({ segment }) => ({
    text: segment.slice(0, 24),
    columns: wide.test(segment) ? 2 : 1,
  }));

const written = (line: readonly Letter[]): string => line.map(({ text }) => text).join('');
const columnsOf = (line: readonly Letter[]): number => line.reduce((sum, { columns }) => sum + columns, 0);

/**
 * The index at which to break a line: the last one within the maximum length that is after a space, hyphen or underscore or
 * before a full stop, or else the maximum itself. The length of the line if it fits.
 */
function breakOf(line: readonly Letter[]): number {
  let columns = 0;
  let last = 0;
  for (const [index, letter] of line.entries()) {
    columns += letter.columns;
    if (columns > maxColumns) return last > 0 ? last : Math.max(1, index);
    if (/[\s_-]/.test(letter.text)) last = index + 1;
    else if (letter.text === '.' && index > 0) last = index;
  }
  return line.length;
}

function cutLine(line: readonly Letter[]): string {
  const cut = [...line];
  while (columnsOf(cut) > maxColumns - 1) cut.pop();
  return `${written(cut).trimEnd()}…`;
}

/** Breaks a title into a few short lines, with an ellipsis if it is longer. The result has only printable characters. */
export function titleLines(title: string): string[] {
  const text = title.slice(0, maxTitleLength).replaceAll(unprintable, ' ').replaceAll(/\s+/g, ' ').trim();
  const lines: string[] = [];
  let rest = lettersOf(text);
  while (rest.length > 0 && lines.length < maxLines) {
    const end = breakOf(rest);
    const isLast = lines.length === maxLines - 1 && end < rest.length;
    lines.push(isLast ? cutLine(rest) : written(rest.slice(0, end)).trim());
    rest = rest.slice(end);
  }
  return lines;
}

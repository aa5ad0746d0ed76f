import { usageFailure } from '../program/failure.ts';

const delimiters = [';', ',', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Without `|`, which separates values in a cell. */
const guessed: readonly Delimiter[] = [';', ',', '\t'];
const sampledRows = 50;

/** Excel can name the delimiter in the first line. */
const announcement = /^sep=([;,\t|])\r?\n/i;

/** The delimiter that the first line names, and the text without that line. */
export function announcedDelimiter(text: string): { readonly delimiter: Delimiter | undefined; readonly rest: string } {
  const match = announcement.exec(text);
  if (match === null) return { delimiter: undefined, rest: text };
  // The pattern matches only these delimiters. An empty line remains, so that row numbers do not change.
  return { delimiter: match[1] as Delimiter, rest: text.slice(match[0].length - 1) };
}

/** Whether cells can be the headers of the table that a command needs. */
export type IsHeaderRow = (cells: readonly string[]) => boolean;

type Rows = readonly (readonly string[])[];

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/** How well a table of these rows would fit: known headers first, then the number of rows as wide as the headers, then the width. */
function fitOf(all: Rows, isHeaderRow: IsHeaderRow): readonly number[] {
  const rows = all.filter(isFilled).slice(0, sampledRows);
  const at = rows.findIndex(isHeaderRow);
  const counts = new Map<number, number>();
  for (const { length } of rows.slice(Math.max(0, at))) counts.set(length, (counts.get(length) ?? 0) + 1);
  const usual = [...counts].reduce((best, one) => (one[0] > 1 && one[1] >= best[1] ? one : best), [1, 0] as const);
  const width = at < 0 ? usual[0] : (rows[at]?.length ?? 1);
  return [at < 0 ? 0 : 1, width > 1 ? (counts.get(width) ?? 0) : 0, width];
}

const isBetter = (fit: readonly number[], best: readonly number[]): boolean => {
  const at = fit.findIndex((part, index) => part !== best[index]);
  return at >= 0 && (fit[at] ?? 0) > (best[at] ?? 0);
};

/** Chooses the delimiter whose columns fit the headers and the rows; `;` if none does. `rowsWith` splits the text by a delimiter. */
export function delimiterOf(
  rowsWith: (delimiter: Delimiter) => Rows,
  isHeaderRow: IsHeaderRow = () => false,
): Delimiter {
  let best: { readonly delimiter: Delimiter; readonly fit: readonly number[] } | undefined;
  for (const delimiter of guessed) {
    const fit = fitOf(rowsWith(delimiter), isHeaderRow);
    if (best === undefined || isBetter(fit, best.fit)) best = { delimiter, fit };
  }
  return best?.delimiter ?? ';';
}

/** The delimiter as messages write it. */
export const delimiterName = (delimiter: Delimiter): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`);

/** Reads the value of `--delimiter`: the character, or `tab`. */
export function readDelimiter(text: string): Delimiter {
  const found = delimiters.find((delimiter) => delimiter === (/^(?:tab|\\t)$/i.test(text) ? '\t' : text));
  if (found !== undefined) return found;
  throw usageFailure(
    `--delimiter cannot be "${text}".`,
    'The delimiters are ; and , and tab and |.',
    "For example: --delimiter ';' or --delimiter tab",
  );
}

/** What stands between two cells. */
export type Delimiter = ';' | ',' | '\t';

const delimiters: readonly Delimiter[] = [';', ',', '\t'];
const sampledLines = 50;

/** Excel's own line that names the delimiter, before everything else. */
const announcement = /^sep=([;,\t])\r?\n/i;

/** The text without the line that only names its delimiter, and that delimiter. */
export function announcedDelimiter(text: string): { readonly delimiter: Delimiter | undefined; readonly rest: string } {
  const match = announcement.exec(text);
  if (match === null) return { delimiter: undefined, rest: text };
  // The form lets only these through. The line stays, empty, so that rows keep their numbers.
  return { delimiter: match[1] as Delimiter, rest: text.slice(match[0].length - 1) };
}

const withoutQuoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '""');

/** The delimiter of a table: what stands in the most of its first lines, outside of quotes; `;` where nothing does. */
export function delimiterOf(text: string): Delimiter {
  const lines = withoutQuoted(text)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampledLines);
  const score = (delimiter: Delimiter): number => lines.filter((line) => line.includes(delimiter)).length;
  return delimiters.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best));
}

/** For people. */
export const delimiterName = (delimiter: Delimiter): string => (delimiter === '\t' ? 'tab' : `«${delimiter}»`);

export type Delimiter = ';' | ',' | '\t';

const delimiters: readonly Delimiter[] = [';', ',', '\t'];
const sampledLines = 50;

/** Excel can name the delimiter in the first line. */
const announcement = /^sep=([;,\t])\r?\n/i;

/** The delimiter that the first line names, and the text without that line. */
export function announcedDelimiter(text: string): { readonly delimiter: Delimiter | undefined; readonly rest: string } {
  const match = announcement.exec(text);
  if (match === null) return { delimiter: undefined, rest: text };
  // The pattern matches only these delimiters. An empty line remains, so that row numbers do not change.
  return { delimiter: match[1] as Delimiter, rest: text.slice(match[0].length - 1) };
}

const withoutQuoted = (text: string): string => text.replaceAll(/"(?:[^"]|"")*"/g, '""');

/** Guesses the delimiter: the one that most lines of a sample contain outside quotes; `;` if no line has one. */
export function delimiterOf(text: string): Delimiter {
  const lines = withoutQuoted(text)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, sampledLines);
  const score = (delimiter: Delimiter): number => lines.filter((line) => line.includes(delimiter)).length;
  return delimiters.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best));
}

/** The delimiter as messages write it. */
export const delimiterName = (delimiter: Delimiter): string => (delimiter === '\t' ? 'tab' : `"${delimiter}"`);

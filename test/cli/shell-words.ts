/** Splits a line of a shell script at its blanks, with '…' and "…" read as quotes. Pipes and the like are words. */
export function shellWords(line: string): string[] {
  const parts = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g) ?? [];
  return parts.map((part) => part.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

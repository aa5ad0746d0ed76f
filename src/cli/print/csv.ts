const needsQuotes = /[",\r\n]/;

/** One line of comma-separated values (RFC 4180), without its line end. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}

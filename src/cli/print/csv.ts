const needsQuotes = /[",\r\n]/;

/** One line of comma-separated values (RFC 4180), without its line end, for programs: every value is as it was. */
export function csvLine(values: readonly string[]): string {
  return values.map((value) => (needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}

/** What spreadsheets take for the start of a formula, which could send the cells beside it to somebody. */
const startsFormula = /^[=+\-@\t\r]/;

/** The same for a file that people open in a spreadsheet: before what would be a formula stands an apostrophe. */
export function spreadsheetLine(values: readonly string[]): string {
  return csvLine(values.map((value) => (startsFormula.test(value) ? `'${value}` : value)));
}

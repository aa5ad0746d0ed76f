const joined = (values: readonly string[], delimiter: ',' | ';'): string =>
  values
    .map((value) => (/["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(delimiter);

/** One line of comma-separated values (RFC 4180), without its line end, for programs: every value is as it was. */
export const csvLine = (values: readonly string[]): string => joined(values, ',');

/** What spreadsheets take for the start of a formula, which could send the cells beside it to somebody. */
const startsFormula = /^[=+\-@\t\r]/;

/** The same for a file that people open in a spreadsheet: before what would be a formula stands an apostrophe. */
export function spreadsheetLine(values: readonly string[], delimiter: ',' | ';' = ','): string {
  return joined(
    values.map((value) => (startsFormula.test(value) ? `'${value}` : value)),
    delimiter,
  );
}

const joined = (values: readonly string[], delimiter: ',' | ';'): string =>
  values
    .map((value) => (/["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(delimiter);

/** One line of comma-separated values (RFC 4180) without a line break, for programs: values are not changed. */
export const csvLine = (values: readonly string[]): string => joined(values, ',');

/** Spreadsheets treat these as the start of a formula, which could send neighbouring cells to an attacker. */
const startsFormula = /^[=+\-@\t\r]/;

/** The same for files that people open in a spreadsheet. Values that look like a formula get an apostrophe in front. */
export function spreadsheetLine(values: readonly string[], delimiter: ',' | ';' = ','): string {
  return joined(
    values.map((value) => (startsFormula.test(value) ? `'${value}` : value)),
    delimiter,
  );
}

const joined = (values: readonly string[], delimiter: ',' | ';'): string =>
  values
    .map((value) => (/["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(delimiter);

/** One line of comma-separated values (RFC 4180) for programs, without a line break. Does not change the values. */
export const csvLine = (values: readonly string[]): string => joined(values, ',');

/** The start of a spreadsheet formula. A formula could send the values of other cells to an attacker. */
const startsFormula = /^[=+\-@\t\r]/;

/** Like `csvLine`, for files that people open in a spreadsheet. Prefixes formulas with an apostrophe. */
export function spreadsheetLine(values: readonly string[], delimiter: ',' | ';' = ','): string {
  return joined(
    values.map((value) => (startsFormula.test(value) ? `'${value}` : value)),
    delimiter,
  );
}

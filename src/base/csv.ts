const joined = (values: readonly string[], delimiter: ',' | ';'): string =>
  values
    .map((value) => (/["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(delimiter);

/** One line of comma-separated values (RFC 4180) for programs, without a line break. Does not change the values. */
export const csvLine = (values: readonly string[]): string => joined(values, ',');

/** The start of a spreadsheet formula. A formula could send the values of other cells to an attacker. */
const startsFormula = /^'*[=+\-@\t\r]/;

/** A value as a cell of a spreadsheet: an apostrophe keeps a formula from running. */
export const spreadsheetCell = (value: string): string => (startsFormula.test(value) ? `'${value}` : value);

/** Like `csvLine`, for files that people open in a spreadsheet. */
export const spreadsheetLine = (values: readonly string[], delimiter: ',' | ';' = ','): string =>
  joined(values.map(spreadsheetCell), delimiter);

/** Removes the apostrophe of `spreadsheetCell`. */
export const withoutFormulaGuard = (value: string): string =>
  value.startsWith("'") && startsFormula.test(value.slice(1)) ? value.slice(1) : value;

import { withoutFormulaGuard } from '../../base/csv.ts';

const separator = ' | ';

function slashesAtEnd(text: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === '\\') count += 1;
  return count;
}

/** A value with `\` before each `|`, and with twice the backslashes that stand before one. */
function escaped(value: string): string {
  const parts = value.split('|');
  return parts
    .map((part, at) => (at === parts.length - 1 ? part : `${part}${'\\'.repeat(slashesAtEnd(part) + 1)}`))
    .join('|');
}

/** Splits at each `|` that has no odd number of backslashes before it. */
function split(text: string): string[] {
  const values = [''];
  const parts = text.split('|');
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const slashes = isLast ? 0 : slashesAtEnd(part);
    const isPartOfValue = slashes % 2 === 1;
    values[values.length - 1] += `${part.slice(0, part.length - Math.ceil(slashes / 2))}${isPartOfValue ? '|' : ''}`;
    if (!isPartOfValue && !isLast) values.push('');
  }
  return values;
}

/** A cell with values that are separated by `|`. */
export const joinedValues = (values: readonly string[]): string => values.map(escaped).join(separator);

/**
 * A cell with values, from which `valuesOfCell` reads them. A single one with a comma or semicolon is marked as such, because a list may
 * also be separated by these.
 */
export function cellOfValues(values: readonly string[]): string {
  const cell = joinedValues(values);
  return values.length === 1 && /[,;]/.test(cell) ? `${cell} |` : cell;
}

/** The values in a cell, without spaces around them and without empty ones. `\|` is a `|` within one of several values. */
export function valuesOfCell(cell: string, several: boolean): string[] {
  const text = withoutFormulaGuard(cell.trim());
  const values = several ? split(text).map((value) => value.trim()) : [text];
  return values.filter((value) => value !== '');
}

/** Whether `|` separates the values in a cell. */
export const hasSeparator = (cell: string): boolean => split(cell).length > 1;

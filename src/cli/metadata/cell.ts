import { withoutFormulaGuard } from '../../base/csv.ts';
import { propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';

/** A cell with values. */
export interface MetadataCell {
  readonly property: string;
  readonly header: string;
  /** As the table has it. */
  readonly text: string;
  /** Whether `|` separates several values. */
  readonly several: boolean;
  /** Keys of value lists instead of captions. Empty for an empty cell. */
  readonly values: readonly string[];
  /** Why the values cannot be stored; missing if they can. */
  readonly why?: string;
}

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

/** The values in a cell, without spaces around them and without empty ones. `\|` is a `|` within one of several values. */
export function valuesOfCell(cell: string, several: boolean): string[] {
  const text = withoutFormulaGuard(cell.trim());
  const values = several ? split(text).map((value) => value.trim()) : [text];
  return values.filter((value) => value !== '');
}

/** The values of a property as a cell shows them: captions where the server returns them, otherwise the values. */
export function cellOf(node: Pick<RepositoryNode, 'properties'>, property: string, several: boolean): string {
  const properties = new Map(propertiesOf(node));
  const values = properties.get(property) ?? [];
  const captions = properties.get(`${property}_DISPLAYNAME`) ?? [];
  // Some servers return one caption for all values, or none for some.
  const shown = captions.length === values.length ? captions : values;
  return (several ? shown.map(escaped) : shown).join(separator);
}

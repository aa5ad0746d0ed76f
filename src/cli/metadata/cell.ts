import { propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import { withoutFormulaGuard } from '../print/csv.ts';

const separator = ' | ';

/** The values in a cell, without spaces around them and without empty ones. */
export function valuesOfCell(cell: string, several: boolean): string[] {
  const text = withoutFormulaGuard(cell.trim());
  const values = several ? text.split('|').map((value) => value.trim()) : [text];
  return values.filter((value) => value !== '');
}

/** The values of a property as a cell shows them: captions where the server returns them, otherwise the values. */
export function cellOf(node: Pick<RepositoryNode, 'properties'>, property: string): string {
  const properties = new Map(propertiesOf(node));
  const values = properties.get(property) ?? [];
  const captions = properties.get(`${property}_DISPLAYNAME`) ?? [];
  // Some servers return one caption for all values, or none for some.
  const shown = captions.length === values.length ? captions : values;
  return shown.join(separator);
}

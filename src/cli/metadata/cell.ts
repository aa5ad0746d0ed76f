import { propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import { cellOfValues } from '../tables/cell-values.ts';

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

/** The values of a property as a cell shows them: captions where the server returns them, otherwise the values. */
export function cellOf(node: Pick<RepositoryNode, 'properties'>, property: string, several: boolean): string {
  const properties = new Map(propertiesOf(node));
  const values = properties.get(property) ?? [];
  const captions = properties.get(`${property}_DISPLAYNAME`) ?? [];
  // Some servers return one caption for all values, or none for some.
  const shown = captions.length === values.length ? captions : values;
  return several ? cellOfValues(shown) : shown.join(' | ');
}

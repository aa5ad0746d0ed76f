import { isDeepStrictEqual } from 'node:util';
import { spreadsheetCell } from '../../base/csv.ts';
import type { Client } from '../../client/client.ts';
import { propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { cellOf, type MetadataCell } from './cell.ts';

type CellText = Pick<MetadataCell, 'property' | 'text' | 'several'>;

/** Whether the text of a cell is what an export of the node writes. */
export function isExported(node: RepositoryNode, { property, text, several }: CellText): boolean {
  const exported = cellOf(node, property, several);
  // White space counts, so that a table can remove it.
  return [exported, spreadsheetCell(exported)].includes(text);
}

type CellValues = Omit<MetadataCell, 'header'>;

/** Whether the node has what the cell says. A cell that cannot be stored was accepted because the node has its text. */
function isPresent(node: RepositoryNode, cell: CellValues): boolean {
  if (cell.why !== undefined || isExported(node, cell)) return true;
  return isDeepStrictEqual(new Map(propertiesOf(node)).get(cell.property) ?? [], cell.values);
}

/**
 * The properties that differ from the cells. An empty cell removes the property if `clear` is true, and otherwise leaves it
 * as it is.
 */
export function changesOf(
  node: RepositoryNode,
  cells: readonly Pick<MetadataCell, 'property' | 'text' | 'several' | 'values'>[],
  clear: boolean,
): PropertyFlags {
  const changes = new Map<string, string[] | null>();
  for (const cell of cells) {
    if (isPresent(node, cell)) continue;
    if (cell.values.length > 0) changes.set(cell.property, [...cell.values]);
    else if (clear) changes.set(cell.property, null);
  }
  return Object.fromEntries(changes);
}

/** Changes properties of a node, in a new version if there is a comment for it. */
export const changeProperties = (
  client: Client,
  node: string,
  properties: PropertyFlags,
  versionComment: string | undefined,
) =>
  versionComment === undefined
    ? client.updateMetadata({ repository, node, body: properties })
    : client.createMetadataVersion({ repository, node, versionComment, body: properties });

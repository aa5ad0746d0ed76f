import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/client.ts';
import { propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';
import type { PropertyFlags } from '../node-arguments/properties.ts';
import { spreadsheetCell } from '../print/csv.ts';
import { cellOf } from './cell.ts';
import type { MetadataCell } from './metadata-table.ts';

/** Whether the node has these values, or the text of the cell is what an export of the node writes. */
function isPresent(node: RepositoryNode, { property, text, values }: MetadataCell): boolean {
  const present = new Map(propertiesOf(node)).get(property) ?? [];
  if (isDeepStrictEqual(present, values)) return true;
  const exported = cellOf(node, property);
  return [exported, spreadsheetCell(exported)].some((cell) => cell.trim() === text);
}

/**
 * The properties that differ from the cells. An empty cell removes the property if `clear` is true, and otherwise leaves it
 * as it is.
 */
export function changesOf(node: RepositoryNode, cells: readonly MetadataCell[], clear: boolean): PropertyFlags {
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

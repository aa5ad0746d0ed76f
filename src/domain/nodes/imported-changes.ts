import { propertiesFromFile } from './file-fields.ts';
import type { ResolvedChanges } from './properties.ts';
import type { ImportedValues, NodeRecord } from './records.ts';
import { digestOf } from './value-digest.ts';

/** Properties that an item no longer has if it does not send them; other omitted properties do not change. */
const isClearedWhenOmitted = (name: string): boolean =>
  ['ccm:commonlicense_key', 'ccm:commonlicense_cc_version', 'cclom:general_description'].includes(name) ||
  /^ccm:(?:lifecycle|metadata)contributer_/.test(name);

/** The item with null for what it no longer has. What was read from the file of the node did not come from the item. */
function withCleared(node: ImportedNode, sent: ResolvedChanges['properties']): ResolvedChanges['properties'] {
  const read = propertiesFromFile(node);
  const omitted = Object.keys(node.properties).filter(
    (name) => isClearedWhenOmitted(name) && !sent.has(name) && !read.includes(name),
  );
  return new Map([...sent, ...omitted.map((name) => [name, null] as const)]);
}

/** Whether a user changed the property since the last import; false without an earlier import. */
const isEdited = (node: ImportedNode, name: string): boolean =>
  node.imported !== undefined &&
  digestOf(node.properties[name]) !== (node.imported[name] ?? digestOf(undefined)) &&
  !propertiesFromFile(node).includes(name);

type ImportedNode = Pick<NodeRecord, 'properties' | 'imported' | 'readFromFile'>;

/** What an import sent, for the next one. */
export const importedValues = (
  sent: ResolvedChanges['properties'],
  before: ImportedValues | undefined = {},
): ImportedValues => ({
  ...before,
  ...Object.fromEntries([...sent].map(([name, values]) => [name, digestOf(values)])),
});

/** The name that the import gave to the node. */
export const importedName = (name: string): ImportedValues => ({ 'cm:name': digestOf([name]) });

/** Whether a user renamed the node since the last import. */
export const isRenamed = ({ name, imported }: Pick<NodeRecord, 'name' | 'imported'>): boolean =>
  imported?.['cm:name'] !== undefined && imported['cm:name'] !== digestOf([name]);

/**
 * The changes that an item makes to its node: it clears the licence, the description and the contributors that it no longer
 * has, and keeps what people changed by hand since the last import.
 */
export const importedChanges = (
  node: ImportedNode,
  sent: ResolvedChanges['properties'],
): ResolvedChanges['properties'] => new Map([...withCleared(node, sent)].filter(([name]) => !isEdited(node, name)));

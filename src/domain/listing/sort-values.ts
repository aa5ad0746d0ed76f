import type { ValueType } from '../content-model/content-model.ts';
import { descriptionOf, titleOf } from '../nodes/properties.ts';
import type { NodeRecord } from '../nodes/records.ts';
import { versionSortKey } from '../nodes/version-number.ts';

/** What nodes are compared by, a finite number where it is one; undefined where a node says nothing of a property. */
export type SortValue = string | number | undefined;

const created = (node: NodeRecord): number => Date.parse(node.createdAt);
const modified = (node: NodeRecord): number => Date.parse(node.modifiedAt);

/** What the repository itself says of a node, and what folders and contents call differently. */
const values: ReadonlyMap<string, (node: NodeRecord) => SortValue> = new Map<string, (node: NodeRecord) => SortValue>([
  ['cm:created', created],
  ['cm:createdISO8601', created],
  ['cm:creator', (node) => node.createdBy],
  ['cm:modified', modified],
  ['cm:modifiedISO8601', modified],
  ['cm:modifier', (node) => node.modifiedBy],
  ['cm:versionLabel', (node) => versionSortKey(node.version)],
  ['cclom:format', (node) => node.content?.mimeType],
  ['cclom:size', (node) => node.content?.size],
  ['cclom:location', (node) => (node.content === null ? undefined : node.id)],
  ['sys:node-uuid', (node) => node.id],
  ['cm:title', ({ properties }) => properties['cm:title']?.[0] ?? titleOf(properties)],
  ['cclom:title', ({ properties }) => titleOf(properties)],
  ['cm:description', ({ properties }) => properties['cm:description']?.[0] ?? descriptionOf(properties)],
  ['cclom:general_description', ({ properties }) => descriptionOf(properties)],
]);

const milliseconds = /^-?\d{5,}$/;

/** Milliseconds since 1970 of a date as people write it; where its time cannot be read, of the day. */
function timeOf(text: string): number {
  if (milliseconds.test(text)) return Number(text);
  const time = Date.parse(text.replace(' ', 'T').replace(',', '.'));
  return Number.isNaN(time) ? Date.parse(text.slice(0, 10)) : time;
}

function readAs(type: ValueType, text: string): SortValue {
  if (text === '' || type === 'text' || type === 'boolean') return text === '' ? undefined : text;
  const number = type === 'number' ? Number(text) : timeOf(text);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The value of a property (short name) by which nodes are ordered: of several, the first. `type` is that of a property
 * which only people say.
 */
export function sortValueOf(property: string, type: ValueType, node: NodeRecord): SortValue {
  const known = values.get(property);
  return known === undefined ? readAs(type, (node.properties[property]?.[0] ?? '').trim()) : known(node);
}

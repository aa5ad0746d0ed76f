import type { ValueType } from '../content-model/content-model.ts';
import { descriptionOf, titleOf } from '../nodes/properties.ts';
import type { NodeRecord } from '../nodes/records.ts';
import { versionSortKey } from '../nodes/version-number.ts';

/** The value of a node for sorting. Numbers are finite. Undefined if the node has no value. */
export type SortValue = string | number | undefined;

const created = (node: NodeRecord): number => Date.parse(node.createdAt);
const modified = (node: NodeRecord): number => Date.parse(node.modifiedAt);

/** System properties, and properties that folders and content objects store under different names. */
const computedValues: ReadonlyMap<string, (node: NodeRecord) => SortValue> = new Map<
  string,
  (node: NodeRecord) => SortValue
>([
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

/** Parses a date leniently, in milliseconds since 1970. If the time of day cannot be parsed, only the day is used. */
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
 * The value of a property (short name) for sorting; of several values the first. `type` applies only to properties that the
 * repository does not set itself.
 */
export function sortValueOf(property: string, type: ValueType, node: NodeRecord): SortValue {
  const compute = computedValues.get(property);
  return compute === undefined ? readAs(type, (node.properties[property]?.[0] ?? '').trim()) : compute(node);
}

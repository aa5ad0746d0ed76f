import { bareGroupName } from '../../domain/access/authorities.ts';
import { isCollection } from '../../domain/collections/collection.ts';
import type { GroupRecord, PersonRecord } from '../../domain/identity/person-records.ts';
import type { MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { valueFieldsIn } from '../../domain/metadata/metadata-fields.ts';
import { namesOf, type ValueEntry } from '../../domain/metadata/value-list.ts';
import { keywordsOf, titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { isSearched } from '../../domain/nodes/searched-texts.ts';
import type { NamedEntry } from '../../ports/name-index.ts';
import { searchAclRootOf } from '../access/access-filters.ts';

/** The kinds of records that have names. */
export const namedRecords = ['nodes', 'people', 'groups'] as const;

export type NamedRecords = (typeof namedRecords)[number];

/** The key of the entry of a record: the ID of a node, or `people/` or `groups/` and the name. No ID of a node has a slash. */
export const entryKey = (of: NamedRecords, key: string): string => (of === 'nodes' ? key : `${of}/${key}`);

/** The key of the record of such an entry. */
export const recordKey = (key: string): string => key.slice(key.indexOf('/') + 1);

/** What a node is shown as. */
export const nodeLabel = ({ name, properties }: Pick<NodeRecord, 'name' | 'properties'>): string =>
  titleOf(properties) ?? name;

export const personLabel = ({ userName, firstName, lastName }: PersonRecord): string =>
  `${firstName} ${lastName}`.trim() || userName;

function entryOfNode(node: NodeRecord): NamedEntry | undefined {
  if (!isSearched(node)) return undefined;
  const kind = isCollection(node) ? 'collection' : node.folder ? 'folder' : 'file';
  return {
    key: entryKey('nodes', node.id),
    kind,
    aclRoot: searchAclRootOf(node),
    owner: node.owner,
    labels: [...new Set([nodeLabel(node), node.name])],
    keywords: keywordsOf(node.properties),
  };
}

const entryOfPerson = (person: PersonRecord): NamedEntry => ({
  ...{ key: entryKey('people', person.userName), kind: 'person', aclRoot: null, owner: null },
  labels: [personLabel(person), person.lastName, person.userName],
  keywords: [],
});

const entryOfGroup = ({ name, displayName }: GroupRecord): NamedEntry => ({
  ...{ key: entryKey('groups', name), kind: 'group', aclRoot: null, owner: null },
  labels: [displayName, bareGroupName(name)],
  keywords: [],
});

/** What each record is called; undefined for a node that searches do not find. */
export const entryOf = {
  nodes: entryOfNode,
  people: entryOfPerson,
  groups: entryOfGroup,
};

/** A value that fields offer, with the property of these fields. */
export interface NamedValue {
  readonly property: string;
  readonly entry: ValueEntry;
}

/** The lists of values that the fields of all sets offer, each with its property. Many forms show the same list. */
function* offeredLists({ sets, valueLists }: MetadataCatalog): Generator<readonly [string, readonly ValueEntry[]]> {
  const known = new Set<string>();
  for (const { property, values = [] } of sets.flatMap(valueFieldsIn)) {
    const list = typeof values === 'string' ? `${property}\n${values}` : undefined;
    if (list !== undefined && known.has(list)) continue;
    if (list !== undefined) known.add(list);
    yield [property, typeof values === 'string' ? (valueLists.get(values)?.entries ?? []) : values];
  }
}

/** The values that the fields of all sets offer, each once for a property. */
export function* namedValues(catalog: MetadataCatalog): Generator<NamedValue> {
  const known = new Set<string>();
  for (const [property, entries] of offeredLists(catalog)) {
    for (const entry of entries) {
      const key = `${property}\n${entry.key}`;
      if (!known.has(key)) yield { property, entry };
      known.add(key);
    }
  }
}

/** The entry of a value by its captions and synonyms in all languages, or by its key if it has none. */
export function entryOfValue({ entry }: NamedValue, key: string): NamedEntry {
  const names = namesOf(entry);
  return {
    ...{ key, kind: 'value', aclRoot: null, owner: null },
    labels: names.length === 0 ? [entry.key] : names,
    keywords: [],
  };
}

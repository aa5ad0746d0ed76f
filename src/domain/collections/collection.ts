import { nodeNameProblem } from '../../base/node-name.ts';
import {
  type AccessControlEntry,
  type AccessControlList,
  isOneOf,
  missingEntries,
  withEntries,
  withoutEntries,
} from '../access/acl.ts';
import { everyone } from '../access/authorities.ts';
import { noRights, readProperties, rightsOfPermission } from '../access/rights.ts';
import type { NodeRecord, PropertyBag } from '../nodes/records.ts';

/** The aspects that mark a folder as a collection, and a node as a reference in one. */
export const collectionAspect = 'ccm:collection';
export const referenceAspect = 'ccm:collection_io_reference';

/** The position of an item in a collection with a manual order. */
export const positionProperty = 'ccm:collection_ordered_position';

export const isCollection = ({ folder, aspects }: NodeRecord): boolean => folder && aspects.includes(collectionAspect);

/**
 * Who may read a collection. `MY`: only its owner; `EDU_ALL`: everyone; `EDU_GROUPS`: groups; `CUSTOM`: people, or people and
 * groups. In a request, all but `MY` and `EDU_ALL` grant nothing: the owner must share the collection afterwards.
 */
const collectionScopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM', 'CUSTOM_PUBLIC'] as const;

export type CollectionScope = (typeof collectionScopes)[number];

const openToAll: readonly AccessControlEntry[] = [{ authority: everyone, permission: 'Consumer' }];

/** The ACL of a new collection; undefined if it only inherits from its parent collection. */
export function aclOfNew(scope: CollectionScope | undefined, atTop: boolean): AccessControlList | undefined {
  if (scope === 'EDU_ALL') return { inherits: !atTop, entries: openToAll };
  return atTop || scope === 'MY' ? { inherits: false, entries: [] } : undefined;
}

/** The ACL of a collection after a change of its scope. */
export function aclInScope(acl: AccessControlList | null, scope: CollectionScope): AccessControlList | null {
  if (scope === 'MY') return { inherits: false, entries: [] };
  if (scope === 'EDU_ALL') return withEntries(acl, missingEntries(acl, openToAll));
  return withoutEntries(acl, isOneOf(openToAll));
}

/** The scope of a collection, derived from the entries of its effective ACL. The requested scope does not count. */
export function scopeOf(effective: readonly AccessControlEntry[], owner: string): CollectionScope {
  const readers = effective.filter(
    ({ authority, permission }) =>
      authority !== owner && (rightsOfPermission(permission) & readProperties) !== noRights,
  );
  if (readers.some(({ authority }) => authority === everyone)) return 'EDU_ALL';
  if (readers.length === 0) return 'MY';
  return readers.every(({ authority }) => authority.startsWith('GROUP_')) ? 'EDU_GROUPS' : 'CUSTOM';
}

/** Attributes of a collection, named as in the API. Undefined ones stay as they are. */
export interface CollectionProfile {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly color: string | undefined;
  readonly type: string | undefined;
  readonly viewtype: string | undefined;
  readonly orderMode: string | undefined;
  readonly orderAscending: boolean | undefined;
}

const propertyNames = {
  title: 'cm:title',
  description: 'cm:description',
  color: 'ccm:collectioncolor',
  type: 'ccm:collectiontype',
  viewtype: 'ccm:collectionviewtype',
  orderMode: 'ccm:collection_ordered_mode',
  orderAscending: 'ccm:collection_ordered_ascending',
} as const satisfies Record<keyof CollectionProfile, string>;

/** The property changes for a profile. An empty text removes the property. */
export function profileChanges(profile: CollectionProfile): Map<string, readonly string[] | null> {
  const changes = new Map<string, readonly string[] | null>();
  // `propertyNames` has the keys of a profile.
  for (const key of Object.keys(propertyNames) as (keyof CollectionProfile)[]) {
    const value = profile[key];
    if (value !== undefined) changes.set(propertyNames[key], value === '' ? null : [String(value)]);
  }
  return changes;
}

/** The attributes of a collection from its properties, with defaults. */
export function profileOf(properties: PropertyBag) {
  const text = (key: keyof CollectionProfile): string | undefined => properties[propertyNames[key]]?.[0];
  return {
    color: text('color') ?? null,
    type: text('type') ?? 'default',
    viewtype: text('viewtype') ?? 'infoBox',
    orderMode: text('orderMode') ?? null,
    orderAscending: text('orderAscending') !== 'false',
  };
}

/** The `orderMode` of a manual order. */
export const byHand = 'custom';

export const isOrderedByHand = (properties: PropertyBag): boolean =>
  [byHand, positionProperty].includes(profileOf(properties).orderMode ?? '');

/** A valid node name for a title, of at most `maxBytes` bytes of UTF-8. Invalid characters become `_`. */
export function nameOfTitle(title: string, maxBytes: number): string {
  let name = title.replaceAll(/[/\p{Cc}]/gu, '_').trim();
  while (Buffer.byteLength(name, 'utf8') > maxBytes) name = [...name].slice(0, -1).join('');
  return nodeNameProblem(name) === undefined ? name : '_';
}

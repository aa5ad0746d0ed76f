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
import { nodeNameProblem } from '../text/node-name.ts';

/** What makes a folder a collection, and a node a reference in one (compatibility 9). */
export const collectionAspect = 'ccm:collection';
export const referenceAspect = 'ccm:collection_io_reference';

/** Where in its collection something stands that was put in order by hand. */
export const positionProperty = 'ccm:collection_ordered_position';

export const isCollection = ({ folder, aspects }: NodeRecord): boolean => folder && aspects.includes(collectionAspect);

/**
 * For whom a collection is. `MY`: for nobody but its owner; `EDU_ALL`: for everybody; `EDU_GROUPS`: for groups; `CUSTOM`: for
 * people, or people and groups. As a wish, all but the first two mean that nobody is let in until rights are given.
 */
export const collectionScopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM', 'CUSTOM_PUBLIC'] as const;

export type CollectionScope = (typeof collectionScopes)[number];

const openToAll: readonly AccessControlEntry[] = [{ authority: everyone, permission: 'Consumer' }];

/** The list of rights of a new collection; undefined where it takes all from the collection above. */
export function aclOfNew(scope: CollectionScope | undefined, atTop: boolean): AccessControlList | undefined {
  if (scope === 'EDU_ALL') return { inherits: !atTop, entries: openToAll };
  return atTop || scope === 'MY' ? { inherits: false, entries: [] } : undefined;
}

/** The list of rights of a collection that is to be for somebody else. */
export function aclInScope(acl: AccessControlList | null, scope: CollectionScope): AccessControlList | null {
  if (scope === 'MY') return { inherits: false, entries: [] };
  if (scope === 'EDU_ALL') return withEntries(acl, missingEntries(acl, openToAll));
  return withoutEntries(acl, isOneOf(openToAll));
}

/** What a collection's rights say of whom it is for: all the entries in force count, and nothing that was wished. */
export function scopeOf(inForce: readonly AccessControlEntry[], owner: string): CollectionScope {
  const readers = inForce.filter(
    ({ authority, permission }) =>
      authority !== owner && (rightsOfPermission(permission) & readProperties) !== noRights,
  );
  if (readers.some(({ authority }) => authority === everyone)) return 'EDU_ALL';
  if (readers.length === 0) return 'MY';
  return readers.every(({ authority }) => authority.startsWith('GROUP_')) ? 'EDU_GROUPS' : 'CUSTOM';
}

/** What is said of a collection, in the words of the calls; what is undefined stays as it was. */
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

/** The same as changes of properties. An empty text takes one away. */
export function profileChanges(profile: CollectionProfile): Map<string, readonly string[] | null> {
  const changes = new Map<string, readonly string[] | null>();
  // `propertyNames` has the keys of a profile.
  for (const key of Object.keys(propertyNames) as (keyof CollectionProfile)[]) {
    const value = profile[key];
    if (value !== undefined) changes.set(propertyNames[key], value === '' ? null : [String(value)]);
  }
  return changes;
}

/** What the properties of a collection say, with what holds where they say nothing. */
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

/** The order that was made by hand. */
export const byHand = 'custom';

export const isOrderedByHand = (properties: PropertyBag): boolean =>
  [byHand, positionProperty].includes(profileOf(properties).orderMode ?? '');

/** A name that a node can have, made of a title: what a name cannot have becomes `_`. */
export function nameOfTitle(title: string, mostBytes: number): string {
  let name = title.replaceAll(/[/\p{Cc}]/gu, '_').trim();
  while (Buffer.byteLength(name, 'utf8') > mostBytes) name = [...name].slice(0, -1).join('');
  return nodeNameProblem(name) === undefined ? name : '_';
}

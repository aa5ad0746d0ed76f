import type { Kind, Kinds } from '../../ports/store.ts';
import { splitStoredKey } from './keys.ts';
import { decodeRecord } from './record-codec.ts';

/** Every kind of record. */
export const kinds: readonly Kind[] = [
  'settings',
  'nodes',
  'children',
  'versions',
  'people',
  'groups',
  'memberships',
  'members',
  'organizations',
  'preferences',
  'nodeLists',
  'logins',
  'departures',
  'tokenFamilies',
  'oauthClients',
  'tickets',
  'apps',
  'replays',
  'repositoryKeys',
  'repositories',
  'purges',
  'references',
  'pins',
  'comments',
  'commentNodes',
  'ratings',
  'feedback',
  'usages',
  'appUsages',
  'contributions',
  'trash',
  'grants',
  'shares',
  'pictures',
  'texts',
  'nodeTexts',
  'exports',
  'harvests',
  'followers',
];

/** The record of a stored form. Throws `DamagedRecord` if its checksum does not match. */
export function decode<K extends Kind>(kind: K, stored: string, record: Buffer): Kinds[K] {
  // The checksum covers the key, and only records of this kind are written under its keys.
  return decodeRecord(stored, record, kind, splitStoredKey(stored)[1]) as Kinds[K];
}

/** Kinds whose records are often read one by one. */
export const cachedKinds: ReadonlySet<Kind> = new Set<Kind>([
  'nodes',
  'people',
  'tokenFamilies',
  'oauthClients',
  'tickets',
  'apps',
]);

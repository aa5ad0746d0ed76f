import type { AccessControlEntry } from '../../domain/access/acl.ts';
import { authorityTypeOf } from '../../domain/access/authorities.ts';
import type { Store } from '../../ports/store.ts';

/** The people and groups in the entries that do not exist. */
export async function unknownAuthorities(
  { people, groups }: Pick<Store, 'people' | 'groups'>,
  entries: readonly Pick<AccessControlEntry, 'authority'>[],
): Promise<string[]> {
  const unknown: string[] = [];
  for (const name of new Set(entries.map(({ authority }) => authority))) {
    const type = authorityTypeOf(name);
    const known = type === 'USER' ? await people.has(name) : type === 'GROUP' ? await groups.has(name) : true;
    if (!known) unknown.push(name);
  }
  return unknown;
}

/** The entries without those of deleted people and groups, which are removed from ACLs some time after the deletion. */
export async function withoutDeleted(
  store: Pick<Store, 'people' | 'groups'>,
  entries: readonly AccessControlEntry[],
): Promise<AccessControlEntry[]> {
  const deleted = new Set(await unknownAuthorities(store, entries));
  return entries.filter(({ authority }) => !deleted.has(authority));
}

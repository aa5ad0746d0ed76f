import { LRUCache } from 'lru-cache';
import { administrators, everyone, groupNameOf, guest as guestRole } from '../../domain/access/authorities.ts';
import { anonymousCaller, type Caller, guestCaller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Store } from '../../ports/store.ts';
import { groupsAbove } from '../records/membership-records.ts';

/** Caches one `Caller` per person and session scope until the person or one of their groups changes. */
export interface Callers {
  /** The caller for a person; undefined if there is no such person, or the person is blocked. */
  of(userName: string, scope?: SessionScope | null): Promise<Caller | undefined>;
  /** Like `of`, but always as an administrator: for operators, who control the whole repository anyway. */
  administrator(userName: string): Promise<Caller | undefined>;
  /** The caller of requests without credentials: the guest if the configuration enables it, else the anonymous caller. */
  unknown(): Promise<Caller>;
  /**
   * Call this after each commit that changed people or groups. With a name, only the caller of that person, or those in that group,
   * are read again: for a commit that changed nothing but that person or the memberships of that group or person.
   */
  forget(name?: string): void;
}

/** The configuration for requests without credentials. */
export interface GuestOptions {
  readonly enabled: boolean;
  readonly username: string;
  /** The guest's groups, with or without `GROUP_`. Groups that do not exist grant nothing. */
  readonly groups: readonly string[];
}

const homeIn = (person: PersonRecord, scope: SessionScope | null): PersonRecord['home'] | null =>
  scope === null ? person.home : (person.safeHome ?? null);

/** The maximum number of cached callers. Each also has a table of rights in the effective ACL cache. */
const maxCallers = 2_000;

async function readCaller(
  store: Store,
  userName: string,
  sessionScope: SessionScope | null,
): Promise<Caller | undefined> {
  const person = await store.people.get(userName);
  if (person === undefined || person.blocked === true) return undefined;
  // Groups may be members of groups. A person also has the rights of the groups that contain their groups.
  const authorities = new Set([userName, everyone, ...(await groupsAbove(store, userName))]);
  const isAdmin = authorities.has(administrators);
  return { kind: 'person', userName, isAdmin, authorities, home: homeIn(person, sessionScope), sessionScope };
}

async function readGuest(store: Store, guest: GuestOptions): Promise<Caller> {
  const configured = guest.groups.map(groupNameOf);
  // ACL entries of a deleted group remain until the account cleanup removes them, so its name must grant nothing.
  const records = await store.groups.getMany(configured);
  const groups = configured.filter((_, index) => records[index] !== undefined);
  const above = await Promise.all(groups.map((group) => groupsAbove(store, group)));
  const authorities = new Set([everyone, guestRole, ...groups, ...above.flatMap((names) => [...names])]);
  return { ...guestCaller(guest.username), authorities };
}

export function createCallers({ store }: Pick<Seams, 'store'>, guest: GuestOptions): Callers {
  const cache = new LRUCache<string, Caller>({ max: maxCallers });
  let changes = 0;

  const cachedOr = async (key: string, make: () => Promise<Caller | undefined>): Promise<Caller | undefined> => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const before = changes;
    const caller = await make();
    // What was read before a change may be out of date after it.
    if (caller !== undefined && changes === before) cache.set(key, caller);
    return caller;
  };

  return {
    async unknown() {
      // The keys of people contain a slash.
      const read = () => readGuest(store, guest);
      return guest.enabled ? ((await cachedOr('guest', read)) ?? anonymousCaller) : anonymousCaller;
    },
    // No user name contains a slash.
    of: (userName, scope = null) => cachedOr(`${scope ?? ''}/${userName}`, () => readCaller(store, userName, scope)),
    administrator: (userName) =>
      cachedOr(`administrator/${userName}`, async () => {
        const caller = await readCaller(store, userName, null);
        return caller && { ...caller, isAdmin: true, authorities: new Set([...caller.authorities, administrators]) };
      }),
    forget(name) {
      changes += 1;
      if (name === undefined) cache.clear();
      else for (const [key, { authorities }] of [...cache.entries()]) if (authorities.has(name)) cache.delete(key);
    },
  };
}

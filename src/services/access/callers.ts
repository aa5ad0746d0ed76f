import { createLruCache, type LruCache } from '../../base/caching/lru-cache.ts';
import { administrators, everyone, groupNameOf, guest as guestRole } from '../../domain/access/authorities.ts';
import { type Caller, guestCaller, anonymousCaller } from '../../domain/access/caller.ts';
import type { SessionScope } from '../../domain/access/session-scope.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import { groupsAbove } from '../records/membership-records.ts';

/** Gives each person one `Caller` for each area as long as nothing about them changes and they come again soon. */
export interface Callers {
  /** Undefined where there is no such person (any more). */
  of(userName: string, area?: SessionScope | null): Promise<Caller | undefined>;
  /** The same, as an administrator in any case: for whoever has the whole repository in their hands anyway. */
  administrator(userName: string): Promise<Caller | undefined>;
  /** Whoever shows no credentials: the guest where one is allowed. */
  unknown(): Promise<Caller>;
  /** To be called after a commit that changed people or groups. */
  forget(): void;
  /** Rises with `forget`. */
  readonly generation: number;
}

/** What an operator decides about whoever shows no credentials. */
export interface GuestOptions {
  readonly enabled: boolean;
  readonly username: string;
  /** Groups that the guest is in, with or without `GROUP_`; such as do not exist grant nothing. */
  readonly groups: readonly string[];
}

const homeIn = (person: PersonRecord, area: SessionScope | null): PersonRecord['home'] | null =>
  area === null ? person.home : (person.safeHome ?? null);

/** With each goes a table of what they may do. */
const mostCallers = 2_000;

const newCache = (): LruCache<Caller> => createLruCache(mostCallers);

export function createCallers(seams: Pick<Seams, 'store'>, guest: GuestOptions): Callers {
  // Replaced as a whole, so that what was read before a change is not kept after it.
  let known = newCache();
  let generation = 0;

  const read = async (userName: string, area: SessionScope | null): Promise<Caller | undefined> => {
    const person = await seams.store.people.get(userName);
    if (person === undefined) return undefined;
    // Groups in groups: whatever a group is a member of holds for its members.
    const authorities = new Set([userName, everyone, ...(await groupsAbove(seams.store, userName))]);
    const isAdmin = authorities.has(administrators);
    return { kind: 'person', userName, isAdmin, authorities, home: homeIn(person, area), sessionScope: area };
  };

  const readGuest = async (): Promise<Caller> => {
    const configured = guest.groups.map(groupNameOf);
    // What was granted to a group that is gone stands in lists until it is taken out of them.
    const there = await seams.store.groups.getMany(configured);
    const groups = configured.filter((_, index) => there[index] !== undefined);
    const above = await Promise.all(groups.map((group) => groupsAbove(seams.store, group)));
    const authorities = new Set([everyone, guestRole, ...groups, ...above.flatMap((names) => [...names])]);
    return { ...guestCaller(guest.username), authorities };
  };

  const keptOr = async (key: string, make: () => Promise<Caller | undefined>): Promise<Caller | undefined> => {
    const kept = known;
    const caller = kept.get(key) ?? (await make());
    if (caller !== undefined) kept.set(key, caller);
    return caller;
  };

  return {
    async unknown() {
      // No user name is looked up under a key without a slash.
      return guest.enabled ? ((await keptOr('guest', readGuest)) ?? anonymousCaller) : anonymousCaller;
    },
    // No user name has a slash.
    of: (userName, area = null) => keptOr(`${area ?? ''}/${userName}`, () => read(userName, area)),
    administrator: (userName) =>
      keptOr(`administrator/${userName}`, async () => {
        const caller = await read(userName, null);
        return caller && { ...caller, isAdmin: true, authorities: new Set([...caller.authorities, administrators]) };
      }),
    forget() {
      known = newCache();
      generation += 1;
    },
    get generation() {
      return generation;
    },
  };
}

import { administrators, everyone } from '../domain/authorities.ts';
import { type Caller, guestCaller, nobody } from '../domain/caller.ts';
import type { Seams } from '../ports/seams.ts';

/** Gives each person one `Caller` as long as nothing about them changes. */
export interface Callers {
  /** Undefined where there is no such person (any more). */
  of(userName: string): Promise<Caller | undefined>;
  /** Whoever shows no credentials: the guest where one is allowed. */
  readonly unknown: Caller;
  /** To be called after a commit that changed people or groups. */
  forget(): void;
}

export function createCallers(
  seams: Pick<Seams, 'store'>,
  guest: { readonly enabled: boolean; readonly username: string },
): Callers {
  // Replaced as a whole, so that what was read before a change is not kept after it.
  let known = new Map<string, Caller>();

  const read = async (userName: string): Promise<Caller | undefined> => {
    const person = await seams.store.people.get(userName);
    if (person === undefined) return undefined;
    const authorities = new Set([userName, everyone]);
    // Groups in groups: whatever a group is a member of holds for its members.
    const open = [userName];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      for await (const key of seams.store.memberships.keys({ prefix: `${member}/` })) {
        const group = key.slice(member.length + 1);
        if (authorities.has(group)) continue;
        authorities.add(group);
        open.push(group);
      }
    }
    return { kind: 'person', userName, isAdmin: authorities.has(administrators), authorities, home: person.home };
  };

  return {
    unknown: guest.enabled ? guestCaller(guest.username) : nobody,
    async of(userName) {
      const kept = known;
      const caller = kept.get(userName) ?? (await read(userName));
      if (caller !== undefined) kept.set(userName, caller);
      return caller;
    },
    forget() {
      known = new Map();
    },
  };
}

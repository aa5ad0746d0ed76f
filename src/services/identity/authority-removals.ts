import { badRequest, notFound } from '../../base/errors/errors.ts';
import { administrators, groupNameOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import type { RightsService } from '../access/rights.ts';
import type { LoginService } from '../authentication/logins.ts';
import { concernsAdministrators, requireAdministrator } from '../records/last-administrator.ts';
import { deleteMemberships } from '../records/membership-records.ts';
import type { AccountCleanup } from './account-cleanup.ts';
import { firstAdmin } from './bootstrap.ts';
import { requireGroup } from './groups.ts';
import { unbind } from './organization-bindings.ts';

/** Takes people and groups away, and keeps what they made. */
export interface AuthorityRemovalService {
  /**
   * From the commit on nobody acts as this person. Resolves to the user name of whoever owns their material from now on:
   * `owner`, or the caller. The nodes are handed over behind the answer; the home folder is one of them.
   */
  person(caller: Caller, userName: string, owner: string | undefined): Promise<string>;
  /** Its members stay; from the commit on they have nothing by it any more. The name comes with or without `GROUP_`. */
  group(name: string): Promise<void>;
}

export function createAuthorityRemovalService(
  seams: Pick<Seams, 'store' | 'clock'>,
  parts: {
    readonly callers: Callers;
    readonly rights: RightsService;
    readonly accountCleanup: AccountCleanup;
    readonly logins: LoginService;
  },
): AuthorityRemovalService {
  const { store, clock } = seams;
  const { callers, rights, accountCleanup: departures, logins } = parts;

  /** Ends the memberships and leaves the rest to the departures. */
  const depart = async (change: Change, name: string, owner: string | null): Promise<void> => {
    const mayLeaveNobody = await concernsAdministrators(change, name);
    await deleteMemberships(change, name);
    if (mayLeaveNobody) await requireAdministrator(change);
    change.departures.put(name, { owner, at: clock.now().toISOString() });
    change.afterCommit(callers.forget);
  };

  return {
    async person(caller, userName, owner = caller.userName) {
      if (userName === caller.userName) throw badRequest('Nobody can delete themselves. Ask another administrator.');
      if (userName === firstAdmin) {
        throw badRequest(`${firstAdmin} cannot be deleted: the command line on the server itself acts as this person.`);
      }
      if (owner === userName) throw badRequest(`${owner} is who is to be deleted, and cannot own the material then.`);
      await store.change(async (change) => {
        if (!(await change.people.has(userName))) throw notFound('Person', userName);
        if (!(await change.people.has(owner))) {
          throw badRequest(`Nobody is called ${owner}: name somebody else as the owner.`);
        }
        change.people.delete(userName);
        change.logins.delete(userName);
        await depart(change, userName, owner);
        change.afterCommit(() => logins.forget(userName));
      });
      void departures.finish();
      return owner;
    },
    async group(given) {
      const name = groupNameOf(given);
      if (name === administrators) throw badRequest("The administrators' group cannot be deleted.");
      await store.change(async (change) => {
        await requireGroup(change, name);
        change.groups.delete(name);
        await unbind(change, rights, name);
        await depart(change, name, null);
        change.afterCommit(rights.forget);
      });
      void departures.finish();
    },
  };
}

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

/** Deletes people and groups. Their nodes stay. */
export interface AuthorityRemovalService {
  /**
   * Deletes a person. All credentials end with the commit. Resolves to the new owner of the person's nodes, including the
   * home folder: `owner`, or the caller. The nodes are reassigned in the background.
   */
  person(caller: Caller, userName: string, owner: string | undefined): Promise<string>;
  /**
   * Deletes a group, with or without `GROUP_`. Its members stay, but lose the rights that the group gave them with the
   * commit.
   */
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
  const { callers, rights, accountCleanup, logins } = parts;

  /** Ends the memberships, and leaves the ACLs and owned nodes to the account cleanup. */
  const removeAuthority = async (change: Change, name: string, owner: string | null): Promise<void> => {
    const affectsAdministrators = await concernsAdministrators(change, name);
    await deleteMemberships(change, name);
    if (affectsAdministrators) await requireAdministrator(change);
    change.departures.put(name, { owner, at: clock.now().toISOString() });
    change.afterCommit(callers.forget);
  };

  return {
    async person(caller, userName, owner = caller.userName) {
      if (userName === caller.userName) throw badRequest('You cannot delete yourself. Ask another administrator.');
      if (userName === firstAdmin) {
        throw badRequest(
          `${firstAdmin} cannot be deleted, because the command line on the server acts as this person.`,
        );
      }
      if (owner === userName) {
        throw badRequest(`${owner} is being deleted and cannot become the owner. Name another person.`);
      }
      await store.change(async (change) => {
        if (!(await change.people.has(userName))) throw notFound('Person', userName);
        if (!(await change.people.has(owner))) {
          throw badRequest(`There is no person named ${owner}. Name an existing person as the owner.`);
        }
        change.people.delete(userName);
        change.logins.delete(userName);
        await removeAuthority(change, userName, owner);
        change.afterCommit(() => logins.forget(userName));
      });
      void accountCleanup.finish();
      return owner;
    },
    async group(groupName) {
      const name = groupNameOf(groupName);
      if (name === administrators) throw badRequest("The administrators' group cannot be deleted.");
      await store.change(async (change) => {
        await requireGroup(change, name);
        change.groups.delete(name);
        await unbind(change, rights, name);
        await removeAuthority(change, name, null);
        change.afterCommit(rights.forget);
      });
      void accountCleanup.finish();
    },
  };
}

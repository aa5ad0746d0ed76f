import { badRequest, notFound } from '../../base/errors/errors.ts';
import { administrators, groupNameOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { isMediaCenter, proxyNameOf } from '../../domain/identity/media-center.ts';
import type { AccountCleanupRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import type { RightsService } from '../access/rights.ts';
import type { LoginTimeService } from '../authentication/login-times.ts';
import { removeExport } from '../records/export-records.ts';
import { concernsAdministrators, requireAdministrator } from '../records/last-administrator.ts';
import { deleteMemberships } from '../records/membership-records.ts';
import { deletePersonSettings } from '../records/person-lists.ts';
import type { UserNames } from '../records/user-names.ts';
import type { Purges } from '../trash/purges.ts';
import type { AccountCleanup } from './account-cleanup.ts';
import { firstAdmin } from './bootstrap.ts';
import { requireGroup } from './groups.ts';
import { unbind } from './organization-bindings.ts';

/** Deletes people and groups. Their nodes stay. */
export interface AuthorityRemovalService {
  /**
   * Deletes a person. All credentials end with the commit. Resolves to the new owner of the person's nodes, which is
   * `owner` or the caller. The nodes, including the home folder, are reassigned in the background.
   */
  person(caller: Caller, userName: string, owner: string | undefined): Promise<string>;
  /**
   * Deletes a group, named with or without `GROUP_`. Its members stay. They lose the group's rights with the commit. The
   * proxy group of a media centre is deleted with it.
   */
  group(name: string): Promise<void>;
}

interface RemovalParts extends Pick<Seams, 'store' | 'clock'> {
  readonly callers: Callers;
  readonly rights: RightsService;
  readonly accountCleanup: AccountCleanup;
  readonly logins: LoginTimeService;
  readonly userNames: UserNames;
  readonly purges: Pick<Purges, 'finishInBackground'>;
}

/** Ends the memberships. The account cleanup removes ACL entries, reassigns owned nodes, and forgets people in usages. */
async function removeAuthority(
  { clock, callers }: RemovalParts,
  change: Change,
  name: string,
  cleanup: Pick<AccountCleanupRecord, 'owner' | 'person'>,
): Promise<void> {
  const affectsAdministrators = await concernsAdministrators(change, name);
  await deleteMemberships(change, name);
  if (affectsAdministrators) await requireAdministrator(change);
  change.departures.put(name, { ...cleanup, at: clock.now().toISOString() });
  change.afterCommit(() => callers.forget());
}

async function removeGroup(parts: RemovalParts, change: Change, name: string): Promise<void> {
  change.groups.delete(name);
  await unbind(change, parts.rights, name);
  await removeAuthority(parts, change, name, { owner: null });
}

function requireRemovable(caller: Caller, userName: string, owner: string): void {
  if (userName === caller.userName) throw badRequest('You cannot delete yourself. Ask another administrator.');
  if (userName === firstAdmin) {
    throw badRequest(
      `${firstAdmin} cannot be deleted, because the command line on the server acts as this person. Set a new password instead.`,
    );
  }
  if (owner === userName) {
    throw badRequest(`${owner} is being deleted and cannot become the owner. Choose another person.`);
  }
}

export function createAuthorityRemovalService(parts: RemovalParts): AuthorityRemovalService {
  const { store, clock, rights, accountCleanup, logins, purges, userNames } = parts;
  return {
    async person(caller, userName, owner = caller.userName) {
      requireRemovable(caller, userName, owner);
      await store.change(async (change) => {
        const person = await change.people.get(userName);
        if (person === undefined) throw notFound('Person', userName);
        if (!(await change.people.has(owner))) {
          throw badRequest(`There is no person named ${owner}. Choose an existing person as the owner.`);
        }
        change.people.delete(userName);
        await deletePersonSettings(change, person.id);
        change.logins.delete(userName);
        const at = clock.now().toISOString();
        await removeExport(change, userName, { at, by: caller.userName, changed: rights.changed });
        await removeAuthority(parts, change, userName, { owner, person: person.id });
        change.afterCommit(() => logins.forget(userName));
        change.afterCommit(() => userNames.remove(userName));
      });
      void accountCleanup.finish();
      purges.finishInBackground();
      return owner;
    },
    async group(groupName) {
      const name = groupNameOf(groupName);
      if (name === administrators)
        throw badRequest('The repository needs the group of administrators. Remove members instead.');
      await store.change(async (change) => {
        await requireGroup(change, name);
        await removeGroup(parts, change, name);
        const proxy = isMediaCenter({ name }) ? proxyNameOf(name) : undefined;
        if (proxy !== undefined && (await change.groups.has(proxy))) await removeGroup(parts, change, proxy);
        change.afterCommit(rights.forget);
      });
      void accountCleanup.finish();
    },
  };
}

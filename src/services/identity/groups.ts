import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { bareGroupName, groupNameOf, groupNameProblem } from '../../domain/access/authorities.ts';
import { changedGroup, type GroupProfile, newGroup } from '../../domain/identity/new-group.ts';
import type { GroupRecord } from '../../domain/identity/person-records.ts';
import { nameMatch } from '../../domain/text/name-pattern.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { putMembership } from '../records/membership-records.ts';
import { byName } from '../records/name-order.ts';
import type { AccountCleanup } from './account-cleanup.ts';

/** Groups; in every call a name may be given with or without `GROUP_`. */
export interface GroupService {
  /** A name that is taken is `BadRequest`. With a parent, the new group is a member of it from the start. */
  create(name: string, profile: GroupProfile, parent: string | undefined): Promise<GroupRecord>;
  get(name: string): Promise<GroupRecord>;
  /** Groups in whose name or display name the pattern is found, in the order of their names. */
  search(pattern: string, page: PageRequest): Promise<Page<GroupRecord>>;
  /** What the profile does not name stays as it is. */
  update(name: string, profile: GroupProfile): Promise<void>;
}

/** Tells whether a group is what somebody looks for. The prefix, which all names have, is not looked for. */
export function groupMatch(pattern: string): (group: GroupRecord) => boolean {
  const match = nameMatch(bareGroupName(pattern));
  return ({ name, displayName }) => match(bareGroupName(name), displayName);
}

/** The stored name of a group that is to be made. Rejects with `BadRequest` where no group can be called so. */
export function resolvedGroupName(name: string): string {
  const problem = groupNameProblem(bareGroupName(name));
  if (problem !== undefined) throw badRequest(problem);
  return groupNameOf(name);
}

/** Rejects with `NotFound` where there is no group of this stored name. */
export async function requireGroup(store: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord> {
  const group = await store.groups.get(name);
  if (group === undefined) throw notFound('Group', name);
  return group;
}

/** Writes a group whose stored name must be free. */
export async function putNewGroup(change: Change, departures: AccountCleanup, group: GroupRecord): Promise<void> {
  if (await change.groups.has(group.name)) {
    throw badRequest(`The group ${group.name} already exists. Take another name.`);
  }
  await departures.requireFinished(change, group.name);
  change.groups.put(group.name, group);
}

export function createGroupService(
  seams: Pick<Seams, 'store' | 'clock'>,
  callers: Callers,
  departures: AccountCleanup,
): GroupService {
  const { store, clock } = seams;
  return {
    async create(given, profile, parent) {
      const name = resolvedGroupName(given);
      const above = parent === undefined ? undefined : groupNameOf(parent);
      await departures.whenFinished(name);
      const group = newGroup(name, profile, clock.now().toISOString());
      return store.change(async (change) => {
        if (above !== undefined) await requireGroup(change, above);
        await putNewGroup(change, departures, group);
        if (above !== undefined) putMembership(change, name, above, group.createdAt);
        change.afterCommit(callers.forget);
        return group;
      });
    },
    get: (name) => requireGroup(store, groupNameOf(name)),
    async search(pattern, page) {
      const matches = groupMatch(pattern);
      const found: GroupRecord[] = [];
      for await (const [, group] of store.groups.entries()) if (matches(group)) found.push(group);
      return pageOf(found.sort(byName(({ name }) => name)), page);
    },
    async update(name, profile) {
      await store.change(async (change) => {
        const before = await requireGroup(change, groupNameOf(name));
        change.groups.put(before.name, changedGroup(before, profile));
      });
    },
  };
}

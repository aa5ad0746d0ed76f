import { badRequest, notFound } from '../../base/errors/errors.ts';
import { unicodeForms } from '../../base/normalized.ts';
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
import { type AccountCleanup, requireCleanedUp } from './account-cleanup.ts';
import { type AuthorityOrder, type GroupField, groupsInOrder } from './authority-order.ts';

/** Creates, reads and changes groups. All methods accept names with or without `GROUP_`. */
export interface GroupService {
  /** Creates a group. Rejects with `BadRequest` if the name is taken. With a parent, the new group is a member of it. */
  create(name: string, profile: GroupProfile, parent: string | undefined): Promise<GroupRecord>;
  get(name: string): Promise<GroupRecord>;
  /** The groups whose name or display name contains the pattern. Without an order, by name. */
  search(pattern: string, page: PageRequest, order?: AuthorityOrder<GroupField>): Promise<Page<GroupRecord>>;
  /** Keeps the fields that the profile does not set. */
  update(name: string, profile: GroupProfile): Promise<void>;
}

/** Returns a predicate for a search. The prefix `GROUP_` is ignored, because all names have it. */
export function groupMatch(pattern: string): (group: GroupRecord) => boolean {
  const match = nameMatch(bareGroupName(pattern));
  return ({ name, displayName }) => match(bareGroupName(name), displayName);
}

/** The stored name for a new group. Throws `BadRequest` if the name is invalid. */
export function resolvedGroupName(name: string): string {
  const problem = groupNameProblem(bareGroupName(name));
  if (problem !== undefined) throw badRequest(problem);
  return groupNameOf(name);
}

/** Rejects with `NotFound` if there is no group of this stored name. */
export async function requireGroup(store: Pick<Collections, 'groups'>, name: string): Promise<GroupRecord> {
  const group = await store.groups.get(name);
  if (group === undefined) throw notFound('Group', name);
  return group;
}

/** Writes a new group. Rejects with `BadRequest` if its stored name is taken, also in another Unicode form. */
export async function putNewGroup(change: Change, group: GroupRecord): Promise<void> {
  for (const name of unicodeForms(group.name)) {
    if (await change.groups.has(name)) throw badRequest(`The group ${name} already exists. Choose another name.`);
  }
  await requireCleanedUp(change, group.name);
  change.groups.put(group.name, group);
}

export function createGroupService(
  seams: Pick<Seams, 'store' | 'clock'>,
  callers: Callers,
  accountCleanup: AccountCleanup,
): GroupService {
  const { store, clock } = seams;
  return {
    async create(requestedName, profile, parent) {
      const name = resolvedGroupName(requestedName);
      const parentName = parent === undefined ? undefined : groupNameOf(parent);
      await accountCleanup.whenFinished(name);
      const group = newGroup(name, profile, clock.now().toISOString());
      return store.change(async (change) => {
        if (parentName !== undefined) await requireGroup(change, parentName);
        await putNewGroup(change, group);
        if (parentName !== undefined) putMembership(change, name, parentName, group.createdAt);
        change.afterCommit(() => callers.forget());
        return group;
      });
    },
    get: (name) => requireGroup(store, groupNameOf(name)),
    async search(pattern, page, order = []) {
      const matches = groupMatch(pattern);
      const groups: GroupRecord[] = [];
      for await (const [, group] of store.groups.entries()) if (matches(group)) groups.push(group);
      return pageOf(groups.sort(groupsInOrder(order)), page);
    },
    async update(name, profile) {
      await store.change(async (change) => {
        const before = await requireGroup(change, groupNameOf(name));
        change.groups.put(before.name, changedGroup(before, profile));
      });
    },
  };
}

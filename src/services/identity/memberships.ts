import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { authorityTypeOf, everyone, groupNameOf } from '../../domain/access/authorities.ts';
import type { GroupRecord, PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections, Store } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { concernsAdministrators, requireAdministrator } from '../records/last-administrator.ts';
import { deleteMembership, groupsOf, membersOf, putMembership } from '../records/membership-records.ts';
import { byName } from '../records/name-order.ts';
import { groupMatch, requireGroup } from './groups.ts';
import { personMatch } from './people.ts';

/** A member of a group: a person or another group. */
type Member =
  | { readonly type: 'USER'; readonly name: string; readonly person: PersonRecord }
  | { readonly type: 'GROUP'; readonly name: string; readonly group: GroupRecord };

/** The members of groups. Group names may omit `GROUP_`, but a member that is a group needs it. */
export interface MembershipService {
  /**
   * Adds a person or a group. Does nothing if it is a member already. Rejects with `BadRequest` if a group would contain
   * itself; the error lists the groups of the cycle.
   */
  add(group: string, member: string): Promise<void>;
  /**
   * Rejects with `NotFound` if it is not a member, and with `BadRequest` if no administrator who can sign in would remain.
   */
  remove(group: string, member: string): Promise<void>;
  /** The names of the direct members: groups first, then people. */
  members(group: string, filter: MemberFilter, page: PageRequest): Promise<Page<string>>;
  /** The person or group of this name. Undefined if there is none. */
  read(name: string): Promise<Member | undefined>;
  /** The groups that a person is a direct member of and that match the pattern, ordered by name. */
  groupsOf(userName: string, pattern: string, page: PageRequest): Promise<Page<GroupRecord>>;
}

interface MemberFilter {
  readonly pattern: string;
  readonly type: Member['type'] | undefined;
}

/** The groups on a path from one to the other. Each is a member of the next. Undefined if there is no path. */
async function membershipPath(change: Change, from: string, to: string): Promise<readonly string[] | undefined> {
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const open = [from];
  for (let at = open.pop(); at !== undefined && !cameFrom.has(to); at = open.pop()) {
    for (const group of await groupsOf(change, at)) {
      if (cameFrom.has(group)) continue;
      cameFrom.set(group, at);
      open.push(group);
    }
  }
  if (!cameFrom.has(to)) return undefined;
  const path: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) path.unshift(at);
  return path;
}

async function requireNoCycle(change: Change, group: string, member: string): Promise<void> {
  if (group === member) throw badRequest(`The group ${group} cannot be a member of itself. Choose another member.`);
  const path = await membershipPath(change, group, member);
  if (path === undefined) return;
  const [first, ...others] = path;
  throw badRequest(
    `${member} cannot become a member of ${group}: this would create a cycle, because ${first} is a member of ${others.join(', which is a member of ')}. Remove one of these memberships first.`,
  );
}

async function requireMember(change: Change, name: string): Promise<void> {
  switch (authorityTypeOf(name)) {
    case 'USER':
      if (!(await change.people.has(name))) throw notFound('Person', name);
      return;
    case 'GROUP':
      await requireGroup(change, name);
      return;
    default:
      throw badRequest(`${name} is a special authority and cannot be a member of a group. Choose a person or a group.`);
  }
}

async function readMember(store: Pick<Collections, 'groups' | 'people'>, name: string): Promise<Member | undefined> {
  if (authorityTypeOf(name) === 'GROUP') {
    const group = await store.groups.get(name);
    return group === undefined ? undefined : { type: 'GROUP', name, group };
  }
  const person = await store.people.get(name);
  return person === undefined ? undefined : { type: 'USER', name, person };
}

function memberMatch({ pattern, type }: MemberFilter): (member: Member) => boolean {
  const [matchesPerson, matchesGroup] = [personMatch(pattern), groupMatch(pattern)];
  return (member) =>
    (type === undefined || member.type === type) &&
    (member.type === 'USER' ? matchesPerson(member.person) : matchesGroup(member.group));
}

const byMemberName = byName(({ name }: Pick<Member, 'name'>) => name);

function groupsFirst(a: Pick<Member, 'type' | 'name'>, b: Pick<Member, 'type' | 'name'>): number {
  if (a.type === b.type) return byMemberName(a, b);
  return a.type === 'GROUP' ? -1 : 1;
}

async function findMembers(store: Store, group: string, filter: MemberFilter): Promise<string[]> {
  const matches = memberMatch(filter);
  const members: Pick<Member, 'type' | 'name'>[] = [];
  const yieldIfDue = createYielder();
  for (const name of await membersOf(store, group)) {
    const member = await readMember(store, name);
    if (member !== undefined && matches(member)) members.push({ type: member.type, name });
    await yieldIfDue();
  }
  return members.sort(groupsFirst).map(({ name }) => name);
}

/** Removes a member from those of the groups that it is a direct member of. Throws `NotFound` if there are none. */
export async function leaveGroups(change: Change, member: string, groups: readonly string[]): Promise<void> {
  const left: string[] = [];
  for (const group of groups) {
    if (await change.memberships.has(`${member}/${group}`)) left.push(group);
  }
  if (left.length === 0) throw notFound('Member', `${member} of ${groups[0]}`);
  for (const group of left) {
    deleteMembership(change, member, group);
    if (await concernsAdministrators(change, group)) await requireAdministrator(change);
  }
}

export function createMembershipService(seams: Pick<Seams, 'store' | 'clock'>, callers: Callers): MembershipService {
  const { store, clock } = seams;

  return {
    read: (name) => readMember(store, name),
    async add(groupName, member) {
      const group = groupNameOf(groupName);
      if (group === everyone)
        throw badRequest(`Everyone belongs to ${everyone}, so you cannot add members to it. Choose another group.`);
      await store.change(async (change) => {
        await requireGroup(change, group);
        await requireMember(change, member);
        await requireNoCycle(change, group, member);
        if (await change.memberships.has(`${member}/${group}`)) return;
        putMembership(change, member, group, clock.now().toISOString());
        change.afterCommit(() => callers.forget(member));
      });
    },
    async remove(groupName, member) {
      const group = groupNameOf(groupName);
      await store.change(async (change) => {
        await requireGroup(change, group);
        await leaveGroups(change, member, [group]);
        change.afterCommit(() => callers.forget(member));
      });
    },
    async members(groupName, filter, page) {
      const { name } = await requireGroup(store, groupNameOf(groupName));
      return pageOf(await findMembers(store, name, filter), page);
    },
    async groupsOf(userName, pattern, page) {
      if (!(await store.people.has(userName))) throw notFound('Person', userName);
      const groups = await store.groups.getMany(await groupsOf(store, userName));
      const matches = groupMatch(pattern);
      const existing = groups.filter((group) => group !== undefined).filter(matches);
      return pageOf(existing.sort(byName(({ name }) => name)), page);
    },
  };
}

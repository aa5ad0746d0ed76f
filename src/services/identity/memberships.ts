import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { Page, PageRequest } from '../../base/paging.ts';
import { pageOf } from '../../base/paging.ts';
import { createYielder } from '../../base/scheduling/event-loop.ts';
import { authorityTypeOf, everyone, groupNameOf } from '../../domain/access/authorities.ts';
import type { GroupRecord, PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { concernsAdministrators, requireAdministrator } from '../records/last-administrator.ts';
import { deleteMembership, groupsOf, membersOf, putMembership } from '../records/membership-records.ts';
import { byName } from '../records/name-order.ts';
import { groupMatch, requireGroup } from './groups.ts';
import { personMatch } from './people.ts';

/** A person or a group in a group. */
export type Member =
  | { readonly type: 'USER'; readonly name: string; readonly person: PersonRecord }
  | { readonly type: 'GROUP'; readonly name: string; readonly group: GroupRecord };

/** Who belongs to which group. */
export interface MembershipService {
  /**
   * Makes a person, or a group named with `GROUP_`, a member. Does nothing where it is one. What would put a group into
   * itself is `BadRequest`, naming the way.
   */
  add(group: string, member: string): Promise<void>;
  /** `NotFound` also where it is no member; `BadRequest` where no administrator who can sign in would be left. */
  remove(group: string, member: string): Promise<void>;
  /** The names of the members of a group, not those of groups in it: groups first, then people. */
  members(
    group: string,
    wanted: { readonly pattern: string; readonly type: Member['type'] | undefined },
    page: PageRequest,
  ): Promise<Page<string>>;
  /** The person or the group of this name; undefined where it is gone. */
  read(name: string): Promise<Member | undefined>;
  /** The groups that a person is a member of, not through other groups, by their names. */
  groupsOf(userName: string, page: PageRequest): Promise<Page<GroupRecord>>;
}

/** How one gets from a group up to another: the first is in the second, and so on; undefined where there is no way. */
async function wayUp(change: Change, from: string, to: string): Promise<readonly string[] | undefined> {
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
  const way: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}

async function requireNoCycle(change: Change, group: string, member: string): Promise<void> {
  if (group === member) throw badRequest(`The group ${group} cannot be a member of itself.`);
  const way = await wayUp(change, group, member);
  if (way === undefined) return;
  throw badRequest(`${member} cannot be a member of ${group}, which is in it already: ${way.join(' is in ')}.`);
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
      throw badRequest(`${name} stands for changing people and cannot be a member of a group.`);
  }
}

export function createMembershipService(seams: Pick<Seams, 'store' | 'clock'>, callers: Callers): MembershipService {
  const { store, clock } = seams;

  const read = async (name: string): Promise<Member | undefined> => {
    if (authorityTypeOf(name) === 'GROUP') {
      const group = await store.groups.get(name);
      return group === undefined ? undefined : { type: 'GROUP', name, group };
    }
    const person = await store.people.get(name);
    return person === undefined ? undefined : { type: 'USER', name, person };
  };

  return {
    read,
    async add(given, member) {
      const group = groupNameOf(given);
      if (group === everyone) throw badRequest(`Everybody belongs to ${everyone}: it has no members of its own.`);
      await store.change(async (change) => {
        await requireGroup(change, group);
        await requireMember(change, member);
        await requireNoCycle(change, group, member);
        if (await change.memberships.has(`${member}/${group}`)) return;
        putMembership(change, member, group, clock.now().toISOString());
        change.afterCommit(callers.forget);
      });
    },
    async remove(given, member) {
      const group = groupNameOf(given);
      await store.change(async (change) => {
        await requireGroup(change, group);
        if (!(await change.memberships.has(`${member}/${group}`))) throw notFound('Member', `${member} of ${group}`);
        deleteMembership(change, member, group);
        if (await concernsAdministrators(change, group)) await requireAdministrator(change);
        change.afterCommit(callers.forget);
      });
    },
    async members(given, { pattern, type }, page) {
      const { name } = await requireGroup(store, groupNameOf(given));
      const [matchesPerson, matchesGroup] = [personMatch(pattern), groupMatch(pattern)];
      const isWanted = (member: Member): boolean =>
        (type === undefined || member.type === type) &&
        (member.type === 'USER' ? matchesPerson(member.person) : matchesGroup(member.group));
      const found: Pick<Member, 'type' | 'name'>[] = [];
      const takeTurn = createYielder();
      for (const memberName of await membersOf(store, name)) {
        const member = await read(memberName);
        if (member !== undefined && isWanted(member)) found.push({ type: member.type, name: memberName });
        await takeTurn();
      }
      const byMember = byName((member: (typeof found)[number]) => member.name);
      found.sort((a, b) => (a.type === b.type ? byMember(a, b) : a.type === 'GROUP' ? -1 : 1));
      return pageOf(
        found.map((member) => member.name),
        page,
      );
    },
    async groupsOf(userName, page) {
      if (!(await store.people.has(userName))) throw notFound('Person', userName);
      const groups = await store.groups.getMany(await groupsOf(store, userName));
      const found = groups.filter((group) => group !== undefined);
      return pageOf(found.sort(byName(({ name }) => name)), page);
    },
  };
}

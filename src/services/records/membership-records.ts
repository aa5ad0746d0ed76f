import type { Timestamp } from '../../base/timestamp.ts';
import type { Change, Collections } from '../../ports/store.ts';

type Memberships = Pick<Collections, 'memberships'>;
type Members = Pick<Collections, 'members'>;

/** Where the store keeps the members of a group. */
export const membersPrefix = (group: string): string => `${group}/`;

/** Makes a person or a group a member, readable from both sides. */
export function putMembership(change: Change, member: string, group: string, since: Timestamp): void {
  change.memberships.put(`${member}/${group}`, { since });
  change.members.put(`${group}/${member}`, { since });
}

export function deleteMembership(change: Change, member: string, group: string): void {
  change.memberships.delete(`${member}/${group}`);
  change.members.delete(`${group}/${member}`);
}

/** Takes an authority out of every group, and everybody out of it. */
export async function deleteMemberships(change: Change, name: string): Promise<void> {
  for (const group of await groupsOf(change, name)) deleteMembership(change, name, group);
  for (const member of await membersOf(change, name)) deleteMembership(change, member, name);
}

async function restsOfKeys(keys: AsyncIterable<string>, prefix: string): Promise<string[]> {
  const rests: string[] = [];
  for await (const key of keys) rests.push(key.slice(prefix.length));
  return rests;
}

/** The groups that an authority is a member of, not through other groups; in the order of their names. */
export function groupsOf(store: Memberships, member: string): Promise<string[]> {
  const prefix = `${member}/`;
  return restsOfKeys(store.memberships.keys({ prefix }), prefix);
}

/** The members of a group, not those of groups in it; in the order of their names. */
export function membersOf(store: Members, group: string): Promise<string[]> {
  const prefix = membersPrefix(group);
  return restsOfKeys(store.members.keys({ prefix }), prefix);
}

/** Reads the groups that an authority is a member of, not through other groups. */
export type GroupReader = (member: string) => Promise<readonly string[]>;

/** Reads the groups of each authority once, for a whole list of them. */
export function createGroupReader(store: Memberships): GroupReader {
  const known = new Map<string, Promise<readonly string[]>>();
  return (member) => {
    const groups = known.get(member) ?? groupsOf(store, member);
    known.set(member, groups);
    return groups;
  };
}

/** Every group that an authority is in, also through other groups; itself not included. */
export async function groupsAbove(
  store: Memberships,
  name: string,
  read: GroupReader = (member) => groupsOf(store, member),
): Promise<Set<string>> {
  const above = new Set<string>();
  const open = [name];
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    for (const group of await read(member)) {
      if (above.has(group)) continue;
      above.add(group);
      open.push(group);
    }
  }
  return above;
}

import type { Timestamp } from '../../base/timestamp.ts';
import type { Change, Collections } from '../../ports/store.ts';

type Memberships = Pick<Collections, 'memberships'>;

/** Makes a person or a group a member of a group. Writes one row by member and one by group. */
export function putMembership(change: Change, member: string, group: string, since: Timestamp): void {
  change.memberships.put(`${member}/${group}`, { since });
  change.members.put(`${group}/${member}`, { since });
}

export function deleteMembership(change: Change, member: string, group: string): void {
  change.memberships.delete(`${member}/${group}`);
  change.members.delete(`${group}/${member}`);
}

/** Removes an authority from all groups, and all members from it. */
export async function deleteMemberships(change: Change, name: string): Promise<void> {
  for (const group of await groupsOf(change, name)) deleteMembership(change, name, group);
  for (const member of await membersOf(change, name)) deleteMembership(change, member, name);
}

async function readSuffixes(keys: AsyncIterable<string>, prefix: string): Promise<string[]> {
  const suffixes: string[] = [];
  for await (const key of keys) suffixes.push(key.slice(prefix.length));
  return suffixes;
}

/** The groups that an authority is a direct member of, ordered by name. */
export function groupsOf(store: Memberships, member: string): Promise<string[]> {
  const prefix = `${member}/`;
  return readSuffixes(store.memberships.keys({ prefix }), prefix);
}

/** The direct members of a group, ordered by name. */
export function membersOf(store: Pick<Collections, 'members'>, group: string): Promise<string[]> {
  const prefix = `${group}/`;
  return readSuffixes(store.members.keys({ prefix }), prefix);
}

/** Reads the groups that an authority is a direct member of. */
export type GroupReader = (member: string) => Promise<readonly string[]>;

/** Reads the groups of each authority once. For lists of people. */
export function createGroupReader(store: Memberships): GroupReader {
  const known = new Map<string, Promise<readonly string[]>>();
  return (member) => {
    const groups = known.get(member) ?? groupsOf(store, member);
    known.set(member, groups);
    return groups;
  };
}

/** All groups that an authority is in, also through other groups. Does not include the authority itself. */
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

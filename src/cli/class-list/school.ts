import { forEachConcurrently } from '../../base/scheduling/concurrently.ts';
import type { Client } from '../../client/client.ts';
import { membershipsOf, searchGroups } from '../group/groups.ts';
import { searchPeople } from '../user/people.ts';
import { loadAdministrators } from './administrators.ts';
import type { ListedPerson } from './class-list.ts';
import { type KnownPerson, type KnownSchool, matchCandidates } from './known-people.ts';

const maxConcurrentCalls = 8;

async function* asyncItems<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Loads the people, groups and memberships that an import is compared with. */
export async function knownSchool(client: Client, list: readonly ListedPerson[]): Promise<KnownSchool> {
  const people: KnownPerson[] = [];
  for await (const { userName, profile, status } of searchPeople(client, '')) {
    const { firstName, lastName, email, primaryAffiliation } = profile;
    people.push({
      userName,
      firstName,
      lastName,
      email,
      affiliation: primaryAffiliation ?? '',
      blocked: status?.status === 'blocked',
    });
  }
  const groups: string[] = [];
  for await (const { groupName } of searchGroups(client, '')) groups.push(groupName);
  const groupsOf = new Map<string, readonly string[]>();
  await forEachConcurrently(asyncItems(matchCandidates(list, people)), maxConcurrentCalls, async ({ userName }) => {
    const names: string[] = [];
    for await (const { groupName } of membershipsOf(client, userName)) names.push(groupName);
    groupsOf.set(userName, names);
  });
  return { people, groups, groupsOf, administrators: await loadAdministrators(client) };
}

import type { Client } from '../../client/client.ts';
import { membersOf } from '../group/groups.ts';
import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { usageFailure } from '../program/failure.ts';
import { type Administrators, caseless } from './known-people.ts';
import type { Identified } from './person-matching.ts';

const administratorsGroup = 'ALFRESCO_ADMINISTRATORS';

/** Loads the administrators, also those in groups within the group of administrators. */
export async function loadAdministrators(client: Client): Promise<Administrators> {
  const { person: caller } = await client.getPerson({ repository, person: '-me-' });
  const people = new Set([caseless(caller.userName)]);
  const groups = new Set([administratorsGroup]);
  // Iterating over the set also visits the groups that are added on the way.
  for (const group of groups) {
    for await (const { authorityName, authorityType } of membersOf(client, group, undefined)) {
      if (authorityType === 'GROUP') groups.add(authorityName.replace(/^GROUP_/, ''));
      else people.add(caseless(authorityName));
    }
  }
  return { people, groups: new Set([...groups].map(caseless)) };
}

/** Throws a failure if an option would make everyone on the list, or in its new groups, an administrator. */
export function requireOrdinaryGroups(
  { groups, parent }: { readonly groups: readonly string[]; readonly parent: string | undefined },
  administrators: Administrators,
): void {
  const named = [...groups, ...(parent === undefined ? [] : [parent])];
  const group = named.find((name) => administrators.groups.has(caseless(name.replace(/^GROUP_/, ''))));
  if (group === undefined) return;
  throw usageFailure(
    'A class list cannot make people administrators.',
    `The members of ${group} are administrators.`,
    `To appoint an administrator: edu-repo group add ${shellWord(group)} USER`,
  );
}

const addCommand = (group: string, userName: string): string =>
  `edu-repo group add ${shellWord(group)} ${shellWord(userName)}`;

/** What a row would do, as in `RowPlan`. */
interface PlannedChange {
  readonly action: string;
  readonly userName: string;
  readonly addTo: readonly string[];
  readonly profile: object;
}

/** Why a row may not be imported: it would make an administrator, or change one. Undefined if it may. */
export function administratorProblem(
  { listed, known }: Identified,
  { action, userName, addTo, profile }: PlannedChange,
  administrators: Administrators,
): string | undefined {
  const group = addTo.find((name) => administrators.groups.has(caseless(name)));
  if (group !== undefined) {
    return `The members of ${group} are administrators, and a class list appoints none. To appoint one: ${addCommand(group, userName)}`;
  }
  if (action !== 'change' || known === undefined || !administrators.people.has(caseless(known.userName))) {
    return undefined;
  }
  const update = Object.keys(profile).length > 0 ? [`edu-repo user update ${shellWord(userName)}`] : [];
  const commands = [...update, ...addTo.map((name) => addCommand(name, userName))].join('; ');
  const other = listed.userName === '' ? ' If this is another person, add a new user name to the row.' : '';
  return `${userName} is an administrator, and a class list changes none.${other} To make the changes: ${commands}`;
}

import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import { groupNamed } from '../group/groups.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { personNamed } from '../user/people.ts';

/** The failure for a group name without `GROUP_`; undefined if there is no group of this name. */
export async function groupInsteadOfPerson(client: Client, name: string, cause?: Error): Promise<Failure | undefined> {
  if (name.startsWith('GROUP_')) return undefined;
  const group = await groupNamed(client, name).catch(() => undefined);
  if (group === undefined) return undefined;
  return new Failure(
    exitCodes.error,
    {
      what: `There is no person ${name}, but there is a group of this name.`,
      why: 'Group names in permission commands start with GROUP_.',
      next: `For the group, write GROUP_${name}`,
    },
    { cause },
  );
}

async function isMissing(client: Client, name: string): Promise<boolean> {
  try {
    if (name.startsWith('GROUP_')) return (await groupNamed(client, name)) === undefined;
    // `-me-` finds a person, but an ACL cannot contain it.
    return (await personNamed(client, name))?.userName !== name;
  } catch (error) {
    // Only administrators may look up everyone.
    if (error instanceof AnswerError && error.status === 403) return false;
    throw error;
  }
}

/** Throws a failure if there is no such person or group, and the caller may know. */
export async function requireAuthority(client: Client, name: string): Promise<void> {
  if (name === 'GROUP_EVERYONE' || name.startsWith('ROLE_') || !(await isMissing(client, name))) return;
  const isGroup = name.startsWith('GROUP_');
  throw (
    (await groupInsteadOfPerson(client, name)) ??
    new Failure(exitCodes.error, {
      what: `There is no ${isGroup ? 'group' : 'person'} ${name}.`,
      why: 'Permissions can be given only to people and groups that exist.',
      next: `To list all: edu-repo ${isGroup ? 'group' : 'user'} list`,
    })
  );
}

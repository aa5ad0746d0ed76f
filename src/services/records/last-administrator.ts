import { badRequest } from '../../base/errors/errors.ts';
import { administrators } from '../../domain/access/authorities.ts';
import type { Change } from '../../ports/store.ts';
import { groupsAbove, membersOf } from './membership-records.ts';

/** Whether changing the members of this authority, or deleting it, can remove an administrator. */
export const concernsAdministrators = async (change: Change, name: string): Promise<boolean> =>
  name === administrators || (await groupsAbove(change, name)).has(administrators);

async function someAdministratorCanSignIn(change: Change): Promise<boolean> {
  const seen = new Set([administrators]);
  const open = [administrators];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    for (const member of await membersOf(change, group)) {
      const person = await change.people.get(member);
      if (person !== undefined && person.passwordHash !== null && person.blocked !== true) return true;
      if (seen.has(member)) continue;
      seen.add(member);
      open.push(member);
    }
  }
  return false;
}

/**
 * Call this at the end of a change that can remove an administrator. Rejects with `BadRequest` if no administrator with a
 * password would remain.
 */
export async function requireAdministrator(change: Change): Promise<void> {
  if (await someAdministratorCanSignIn(change)) return;
  throw badRequest(
    'This would leave no administrator who can sign in. Make another person with a password an administrator first.',
  );
}

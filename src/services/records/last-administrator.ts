import { badRequest } from '../../base/errors/errors.ts';
import { administrators } from '../../domain/access/authorities.ts';
import type { Change } from '../../ports/store.ts';
import { groupsAbove, membersOf } from './membership-records.ts';

/** Whether what happens to an authority can take somebody out of the administrators' group. */
export const concernsAdministrators = async (change: Change, name: string): Promise<boolean> =>
  name === administrators || (await groupsAbove(change, name)).has(administrators);

async function someAdministratorCanSignIn(change: Change): Promise<boolean> {
  const seen = new Set([administrators]);
  const open = [administrators];
  for (let group = open.pop(); group !== undefined; group = open.pop()) {
    for (const member of await membersOf(change, group)) {
      const person = await change.people.get(member);
      if (person !== undefined && person.passwordHash !== null) return true;
      if (seen.has(member)) continue;
      seen.add(member);
      open.push(member);
    }
  }
  return false;
}

/** To be called at the end of such a change. Rejects with `BadRequest` where nobody is left who could undo it. */
export async function requireAdministrator(change: Change): Promise<void> {
  if (await someAdministratorCanSignIn(change)) return;
  throw badRequest(
    'Then no administrator could sign in any more. Make somebody else with a password an administrator first.',
  );
}

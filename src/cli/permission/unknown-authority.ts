import type { Client } from '../../client/client.ts';
import { groupNamed } from '../group/groups.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

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

import { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Change } from '../../ports/store.ts';

/** The caller's record. Rejects with `Unauthorized` if the caller is not a person, or was deleted since signing in. */
export async function callersPerson(change: Change, caller: Caller): Promise<PersonRecord> {
  const person = await change.people.get(caller.userName);
  if (person !== undefined) return person;
  throw new RepositoryError(
    'Unauthorized',
    caller.kind === 'person'
      ? `The account ${caller.userName} was deleted. Sign in with another account.`
      : 'Only people can comment, rate or give feedback. Sign in first.',
  );
}

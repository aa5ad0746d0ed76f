import { RepositoryError } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Change } from '../../ports/store.ts';

/** The person that the caller is; they may have gone since they signed in. */
export async function callersPerson(change: Change, caller: Caller): Promise<PersonRecord> {
  const person = await change.people.get(caller.userName);
  if (person === undefined) throw new RepositoryError('Unauthorized', 'Sign in first: only people can say something.');
  return person;
}

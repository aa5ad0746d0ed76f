import type { Timestamp } from '../../base/timestamp.ts';
import type { PersonRecord } from './person-records.ts';

/**
 * The author of what was written at a time under a person's user name: the person, or undefined if the account is younger. Then a
 * deleted person of the same name wrote it. The name of a deleted person is free only after the cleanup, so the times differ.
 */
export const authorAt = (person: PersonRecord | undefined, at: Timestamp): PersonRecord | undefined =>
  person !== undefined && at >= person.createdAt ? person : undefined;

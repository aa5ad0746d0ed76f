import { type Command, InvalidArgumentError } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';
import { isMailAddress } from './mail-address.ts';

/** What can be said of a person, as it goes to a repository. */
export type PersonProfileFlags = Arguments<Operations['updatePersonProfile']>['body'];

export interface ProfileFlags {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly affiliation?: string;
}

function readMailAddress(text: string): string {
  // Nothing takes the address away.
  if (text === '' || isMailAddress(text)) return text;
  throw new InvalidArgumentError('It is no address for mail, such as anna@schule.example.');
}

/** Declares the options by which a command is told what is said of a person. */
export const declareProfile = (command: Command): Command =>
  command
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--email <address>', 'address for mail', readMailAddress)
    .option('--affiliation <word>', 'what the person is at the school, such as teacher or student');

/** What was said of a person; nothing is said of what has no flag. */
export const readProfile = ({ firstName, lastName, email, affiliation }: ProfileFlags): PersonProfileFlags => ({
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
  ...(email === undefined ? {} : { email }),
  ...(affiliation === undefined ? {} : { primaryAffiliation: affiliation }),
});

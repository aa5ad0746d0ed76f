import { type Command, InvalidArgumentError } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';
import { isMailAddress } from './mail-address.ts';

/** The profile of a person, as the REST interface expects it. */
export type PersonProfileFlags = Arguments<Operations['updatePersonProfile']>['body'];

export interface ProfileFlags {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly affiliation?: string;
}

function readMailAddress(text: string): string {
  // An empty text removes the address.
  if (text === '' || isMailAddress(text)) return text;
  throw new InvalidArgumentError('Write an e-mail address such as anna@schule.example.');
}

export const declareProfile = (command: Command): Command =>
  command
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--email <address>', 'e-mail address', readMailAddress)
    .option('--affiliation <word>', 'role at the school, such as teacher or student');

/** The profile from the flags. Omits properties without a flag. */
export const readProfile = ({ firstName, lastName, email, affiliation }: ProfileFlags): PersonProfileFlags => ({
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
  ...(email === undefined ? {} : { email }),
  ...(affiliation === undefined ? {} : { primaryAffiliation: affiliation }),
});

import type { Command } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';

/** The profile of a group, as the REST interface expects it. */
export type GroupProfileInput = Arguments<Operations['updateGroupProfile']>['body'];

export interface GroupProfileFlags {
  readonly title?: string;
  readonly type?: string;
  readonly email?: string;
}

/** Declares the options for the profile of a group. */
export const declareGroupProfile = (command: Command): Command =>
  command
    .option('--title <text>', 'name that people see')
    .option('--type <word>', 'type of the group')
    .option('--email <address>', 'e-mail address');

/** The profile that the flags state. Flags that are not given are left out. */
export const readGroupProfile = ({ title, type, email }: GroupProfileFlags): GroupProfileInput => ({
  ...(title === undefined ? {} : { displayName: title }),
  ...(type === undefined ? {} : { groupType: type }),
  ...(email === undefined ? {} : { groupEmail: email }),
});

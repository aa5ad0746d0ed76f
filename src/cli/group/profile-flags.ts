import type { Command } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';

/** What can be said of a group, as it goes to a repository. */
export type GroupProfileInput = Arguments<Operations['updateGroupProfile']>['body'];

export interface GroupProfileFlags {
  readonly title?: string;
  readonly type?: string;
  readonly email?: string;
}

/** Declares the options by which a command is told what is said of a group. */
export const declareGroupProfile = (command: Command): Command =>
  command
    .option('--title <text>', 'the name that people read')
    .option('--type <word>', 'what kind of group it is')
    .option('--email <address>', 'address for mail');

/** What was said of a group; nothing is said of what has no flag. */
export const readGroupProfile = ({ title, type, email }: GroupProfileFlags): GroupProfileInput => ({
  ...(title === undefined ? {} : { displayName: title }),
  ...(type === undefined ? {} : { groupType: type }),
  ...(email === undefined ? {} : { groupEmail: email }),
});

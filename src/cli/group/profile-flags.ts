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

export const declareGroupProfile = (command: Command): Command =>
  command
    .option('--title <text>', 'name to show to people')
    .option('--type <type>', 'type of the group')
    .option('--email <address>', 'e-mail address of the group');

export const readGroupProfile = ({ title, type, email }: GroupProfileFlags): GroupProfileInput => ({
  ...(title === undefined ? {} : { displayName: title }),
  ...(type === undefined ? {} : { groupType: type }),
  ...(email === undefined ? {} : { groupEmail: email }),
});

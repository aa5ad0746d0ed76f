import type { Command } from 'commander';
import type { Client } from '../../client/client.ts';
import { withStdinLines } from '../files/stdin-text.ts';
import type { Change } from '../print/report-change.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { changeEachNamed } from '../program/for-each-named.ts';

/** A group and the members to add or remove. `-` reads names from stdin, one per line. */
export interface MembersChange {
  readonly group: string;
  readonly members: readonly string[];
}

/** The arguments of a command that changes the members of a group. */
export const takesMembers = {
  configure: (command: Command): void => {
    command
      .argument('<group>', 'group, with or without GROUP_')
      .argument('<member...>', 'user names, or group names with GROUP_; - reads them from stdin');
  },
  readOptions: ([group = '', ...members]: readonly string[]): MembersChange => ({ group, members }),
};

/** Connects and changes each member, as `changeEachNamed` does. Replaces `-` by the lines of stdin. */
export async function forEachMember(
  { group, members }: MembersChange,
  { change, where }: { readonly change: Change; readonly where: string },
  context: Context,
  changeWith: (client: Client) => (member: string) => Promise<unknown>,
): Promise<ExitCode> {
  const all = await withStdinLines(members, context.stdin, 'A list of user names or groups');
  const { client } = await context.connect();
  return changeEachNamed(all, { change, where: `${where} ${group}` }, context, changeWith(client));
}

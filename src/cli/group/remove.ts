import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { forEachMember, type MembersChange, takesMembers } from './each-member.ts';
import { membersOf } from './groups.ts';

/** Returns a check that a name is one of a direct member. Asks the server for the members only once. */
function memberCheck(client: Client, group: string): (member: string) => Promise<void> {
  let names: Promise<ReadonlySet<string>> | undefined;
  const listed = async (): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for await (const { authorityName } of membersOf(client, group, undefined)) found.add(authorityName);
    return found;
  };
  return async (member) => {
    names ??= listed();
    const name = member === '-me-' ? ((await client.validateSession()).authorityName ?? member) : member;
    if ((await names).has(name)) return;
    throw new Failure(exitCodes.notFound, {
      what: `${name} is not a member of ${group}.`,
      why: '404: only a direct member of a group can be removed from it.',
      next: `To list the members: edu-repo group members ${shellWord(group)}`,
    });
  };
}

export const groupRemove = defineCommand<Record<never, never>, MembersChange>({
  examples: [
    { line: 'edu-repo group remove 7a bert', does: 'remove bert from the group; his account stays' },
    { line: 'edu-repo group members 13b -o id | edu-repo group remove 13b -', does: 'remove all members' },
  ],
  ...takesMembers,
  run: ({ group, members }, context) => {
    const messages = { would: 'Would remove from', done: 'Removed from' };
    return forEachMember({ group, members }, messages, context, (client) => ({
      check: memberCheck(client, group),
      change: (member) => client.removeMember({ repository, group, member }),
    }));
  },
});

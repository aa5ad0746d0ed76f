import type { Client } from '../../client/client.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { forEachMember, type MembersChange, takesMembers } from './each-member.ts';

/** Returns a check that rejects as the server would if the group or the member does not exist. Looks the group up only once. */
function existenceCheck(client: Client, group: string): (member: string) => Promise<void> {
  let found: Promise<unknown> | undefined;
  return async (member) => {
    found ??= client.getGroup({ repository, group });
    await found;
    if (member.startsWith('GROUP_')) await client.getGroup({ repository, group: member });
    else await client.getPerson({ repository, person: member });
  };
}

export const groupAdd = defineCommand<Record<never, never>, MembersChange>({
  examples: [
    { line: 'edu-repo group add 7a anna bert', does: 'add people; current members stay in the group' },
    { line: 'edu-repo group add schueler GROUP_7a', does: 'add a group to a group' },
    {
      line: 'edu-repo group members 7b --type user -o id | edu-repo group add 7a -',
      does: 'add all members of 7b',
    },
  ],
  ...takesMembers,
  run: ({ group, members }, context) => {
    const messages = { would: 'Would add to', done: 'Added to' };
    return forEachMember({ group, members }, messages, context, (client) => ({
      check: existenceCheck(client, group),
      change: (member) => client.addMember({ repository, group, member }),
    }));
  },
});

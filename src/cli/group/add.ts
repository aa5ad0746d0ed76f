import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { forEachMember, type MembersChange, takesMembers } from './each-member.ts';

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
    const messages = { change: 'add', where: 'to' } as const;
    return forEachMember(
      { group, members },
      messages,
      context,
      (client) => (member) => client.addMember({ repository, group, member }),
    );
  },
});

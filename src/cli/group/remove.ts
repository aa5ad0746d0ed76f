import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { forEachMember, type MembersChange, takesMembers } from './each-member.ts';

export const groupRemove = defineCommand<Record<never, never>, MembersChange>({
  examples: [
    { line: 'edu-repo group remove 7a bert', does: 'remove bert from the group; his account stays' },
    { line: 'edu-repo group members 13b -o id | edu-repo group remove 13b -', does: 'remove all members' },
  ],
  ...takesMembers,
  run: ({ group, members }, context) => {
    const messages = { change: 'remove', where: 'from' } as const;
    return forEachMember(
      { group, members },
      messages,
      context,
      (client) => (member) => client.removeMember({ repository, group, member }),
    );
  },
});

import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { forEachMember, type MembersChange, takesMembers } from './each-member.ts';

/** `group remove` */
export const groupRemove = defineCommand<Record<never, never>, MembersChange>({
  examples: [
    { line: 'edu-repo group remove 7a bert', does: 'bert is no member any more; his account stays' },
    { line: 'edu-repo group members 13b -o id | edu-repo group remove 13b -', does: 'everybody' },
  ],
  ...takesMembers,
  run: async (options, context) => {
    const { client } = await context.connect();
    const words = { would: 'Would take out of', done: 'Took out of' };
    return forEachMember(options, words, context, (member) =>
      client.removeMember({ repository, group: options.group, member }),
    );
  },
});

import { defineCommand } from '../command.ts';
import { forEachMember, type MembersChange } from '../groups/each-member.ts';
import { repository } from '../nodes/node.ts';

/** `group remove` */
export const groupRemove = defineCommand<Record<never, never>, MembersChange>({
  examples: [
    { line: 'edu-repo group remove 7a bert', does: 'bert is no member any more; his account stays' },
    { line: 'edu-repo group members 13b -o id | edu-repo group remove 13b -', does: 'everybody' },
  ],
  configure: (command) =>
    command
      .argument('<group>', 'a group, with or without GROUP_')
      .argument('<member...>', 'user names, or groups with GROUP_; - reads them from stdin'),
  readOptions: ([group = '', ...members]) => ({ group, members }),
  run: async (options, context) => {
    const { client } = await context.connect();
    const words = { would: 'Would take out of', done: 'Took out of' };
    return forEachMember(options, words, context, (member) =>
      client.removeMember({ repository, group: options.group, member }),
    );
  },
});

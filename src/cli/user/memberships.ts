import { pages } from '../connection/pages.ts';
import { groupList } from '../group/views.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const userMemberships = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    { line: 'edu-repo user memberships anna', does: 'list the groups that anna is a direct member of' },
    { line: 'edu-repo user memberships -o id', does: 'print only the names of your own groups' },
  ],
  configure: (command) => command.argument('[user]', 'user name (default: -me-)'),
  readOptions: ([person = '-me-']) => ({ person }),
  run: async ({ person }, context) => {
    const { client } = await context.connect();
    const groups = pages(async (paging) => {
      const { groups: entries, pagination } = await client.listMemberships({ repository, person, ...paging });
      return { entries, total: pagination.total };
    });
    const shown = await (await context.printer()).list(groups, groupList);
    if (shown === 0) context.output.note('No groups found.');
    return exitCodes.ok;
  },
});

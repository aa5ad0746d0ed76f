import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { searchGroups } from './groups.ts';
import { groupList as groupListView } from './views.ts';

export const groupList = defineCommand<Record<never, never>, { readonly pattern: string }>({
  examples: [
    { line: 'edu-repo group list', does: 'list all groups' },
    {
      line: "edu-repo group list '7*' -o id",
      does: 'print matching groups as permission commands name them, such as GROUP_7a',
    },
  ],
  configure: (command) => command.argument('[pattern]', 'part of a name; * matches any characters (default: all)'),
  readOptions: ([pattern = '']) => ({ pattern }),
  run: async ({ pattern }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(searchGroups(client, pattern), groupListView);
    if (shown === 0) context.output.note('No groups found.');
    return exitCodes.ok;
  },
});

import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { organizationList, searchOrganizations } from './organizations.ts';

export const orgList = defineCommand<Record<never, never>, { readonly pattern: string }>({
  examples: [
    {
      line: 'edu-repo org list',
      does: 'list your organizations (all, if you are an administrator) with their shared folders',
    },
    {
      line: 'edu-repo org list 7 -o json',
      does: 'print the organizations with 7 in their name as JSON',
    },
  ],
  configure: (command) => command.argument('[pattern]', 'part of a name; * matches any characters (default: all)'),
  readOptions: ([pattern = '']) => ({ pattern }),
  run: async ({ pattern }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(searchOrganizations(client, pattern), organizationList);
    if (shown === 0) context.output.note('No organizations found. To create one: edu-repo org bind GROUP FOLDER');
    return exitCodes.ok;
  },
});

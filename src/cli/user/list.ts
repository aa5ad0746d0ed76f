import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { searchPeople } from './people.ts';
import { userList as userListView } from './views.ts';

export const userList = defineCommand<Record<never, never>, { readonly pattern: string }>({
  examples: [
    { line: 'edu-repo user list', does: 'list all people with user name, name and e-mail address' },
    { line: 'edu-repo user list mül', does: 'list people with mül in their user name, name or e-mail address' },
    { line: 'edu-repo user list -o csv', does: 'print all people as CSV' },
  ],
  configure: (command) =>
    command.argument(
      '[pattern]',
      'part of a user name, a name or an e-mail address; * matches any characters (default: everyone)',
    ),
  readOptions: ([pattern = '']) => ({ pattern }),
  run: async ({ pattern }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(searchPeople(client, pattern), userListView);
    if (shown === 0) context.output.note('No people found.');
    return exitCodes.ok;
  },
});

import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { searchPeople } from './people.ts';
import { userList as userListView } from './views.ts';

/** `user list` */
export const userList = defineCommand<Record<never, never>, { readonly pattern: string }>({
  examples: [
    { line: 'edu-repo user list', does: 'everybody: user name, name and address' },
    { line: "edu-repo user list 'mül*'", does: 'whose user name, first name, last name or address begins so' },
    { line: 'edu-repo user list -o csv', does: 'for a spreadsheet' },
  ],
  configure: (command) => command.argument('[pattern]', '* stands for any letters; everybody when left out'),
  readOptions: ([pattern = '']) => ({ pattern }),
  run: async ({ pattern }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(searchPeople(client, pattern), userListView);
    if (shown === 0) context.output.note('Nobody was found.');
    return exitCodes.ok;
  },
});

import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { organizationList, searchOrganizations } from './organizations.ts';

/** `org list` */
export const orgList = defineCommand<Record<never, never>, { readonly pattern: string }>({
  examples: [
    { line: 'edu-repo org list', does: 'your organizations, for administrators all, with the folders that they share' },
    { line: "edu-repo org list '7*' -o json", does: 'those whose name begins so, in their REST shape' },
  ],
  configure: (command) => command.argument('[pattern]', '* stands for any letters; all when left out'),
  readOptions: ([pattern = '']) => ({ pattern }),
  run: async ({ pattern }, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(searchOrganizations(client, pattern), organizationList);
    if (shown === 0) context.output.note('There is none. Try: edu-repo org bind GROUP FOLDER');
    return exitCodes.ok;
  },
});

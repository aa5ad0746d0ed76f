import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { userRecord } from './views.ts';

export const userGet = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    { line: 'edu-repo user get anna', does: 'show name, e-mail address and home folder of a person' },
    { line: 'edu-repo user get -me-', does: 'show yourself' },
  ],
  configure: (command) => command.argument('[person]', 'user name (default: -me-)'),
  readOptions: ([person = '-me-']) => ({ person }),
  run: async ({ person }, context) => {
    const { client } = await context.connect();
    await (await context.printer()).record(await client.getPerson({ repository, person }), userRecord);
    return exitCodes.ok;
  },
});

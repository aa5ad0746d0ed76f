import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { groupEntryRecord } from './views.ts';

export const groupGet = defineCommand<Record<never, never>, { readonly group: string }>({
  examples: [
    { line: 'edu-repo group get 7a', does: 'show name, title, type and e-mail address of a group' },
    { line: 'edu-repo group get GROUP_7a -o json', does: 'print the group as the REST interface returns it' },
  ],
  configure: (command) => command.argument('<group>', 'group, with or without GROUP_'),
  readOptions: ([group = '']) => ({ group }),
  run: async ({ group }, context) => {
    const { client } = await context.connect();
    await (await context.printer()).record(await client.getGroup({ repository, group }), groupEntryRecord);
    return exitCodes.ok;
  },
});

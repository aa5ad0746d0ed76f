import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const orgUnbind = defineCommand<Record<never, never>, { readonly organization: string }>({
  examples: [
    {
      line: 'edu-repo org unbind 13b',
      does: 'remove the rights that the binding gave the group; group and folder stay',
    },
    { line: 'edu-repo org unbind 13b --dry-run', does: 'show what would be unbound' },
  ],
  configure: (command) => command.argument('<group>', 'group, with or without GROUP_'),
  readOptions: ([organization = '']) => ({ organization }),
  run: async ({ organization }, context) => {
    const { client } = await context.connect();
    await client.deleteOrganization({ repository, organization });
    if (context.globals.dryRun) context.output.note(`Would unbind ${organization} from its shared folder.`);
    return exitCodes.ok;
  },
});

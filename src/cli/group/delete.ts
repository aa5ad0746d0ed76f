import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { reportChange } from '../print/report-change.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const groupDelete = defineCommand<Record<never, never>, { readonly group: string }>({
  examples: [
    { line: 'edu-repo group delete 13b', does: 'delete the group after asking; the accounts of its members stay' },
    { line: 'edu-repo group delete 13b --yes', does: 'delete without asking' },
  ],
  configure: (command) => command.argument('<group>', 'group, with or without GROUP_'),
  readOptions: ([group = '']) => ({ group }),
  run: async ({ group }, context) => {
    const { client } = await context.connect();
    const { pagination } = await client.listMembers({ repository, group, maxItems: 1 });
    const what = `the group ${group} (${counted(pagination.total, 'member')})`;
    await requireConfirmation(
      {
        question: `Delete ${what}? Its members keep their accounts, but lose the permissions of the group.`,
        would: `Deleting ${what} needs confirmation.`,
        again: `edu-repo group delete ${shellWord(group)} --yes`,
      },
      context,
    );
    await client.deleteGroup({ repository, group });
    reportChange(context, 'delete', what);
    return exitCodes.ok;
  },
});

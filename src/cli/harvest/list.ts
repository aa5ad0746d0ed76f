import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { harvestList as listView } from './views.ts';

export const harvestList = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo harvest list',
      does: 'list all harvests with the results of their last runs (administrators only)',
    },
    { line: 'edu-repo harvest list -o csv', does: 'the same as CSV, with the reasons of failures' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client } = await context.connect();
    const { harvests } = await client.listHarvests();
    const shown = await (await context.printer()).list(harvests, listView);
    if (shown === 0)
      context.output.note('There are no harvests. To add one: edu-repo harvest add SOURCE PATH --schedule CRON');
    return exitCodes.ok;
  },
});

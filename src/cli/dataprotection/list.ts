import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { allExports } from './queue.ts';
import { exportList } from './views.ts';

export const dataProtectionList = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo dataprotection list',
      does: 'list all exports with failed tries, mails and reasons (administrators only)',
    },
    { line: 'edu-repo dataprotection list -o csv', does: 'print all exports as CSV, such as for a record of requests' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(allExports(client), exportList);
    if (shown === 0) context.output.note('No export is requested or finished.');
    return exitCodes.ok;
  },
});

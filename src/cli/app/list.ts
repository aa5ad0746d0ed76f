import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { appList as appListView } from './views.ts';

export const appList = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo app list', does: 'list registered apps and the addresses they call from' },
    {
      line: 'edu-repo app list -o json',
      does: 'print all properties of the apps, as the REST interface returns them',
    },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list(await client.listApplications(), appListView);
    if (shown === 0) context.output.note('No apps are registered. To register one: edu-repo app add FILE.xml');
    return exitCodes.ok;
  },
});

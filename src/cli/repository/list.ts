import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { repositoryListView } from './views.ts';

export const repositoryList = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo repository list', does: 'list connected repositories, and show the key of this one' },
    { line: 'edu-repo repository list -o id', does: 'print only the IDs of the connected repositories' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client } = await context.connect();
    const entries = await client.listConnectedRepositories();
    const shown = await (await context.printer()).list(entries.repositories, repositoryListView(entries));
    if (shown === 0) context.output.note('No repositories are connected. To connect one: edu-repo repository add URL');
    context.output.note(`The key of this repository (${entries.own.id}): ${entries.own.fingerprint}`);
    return exitCodes.ok;
  },
});

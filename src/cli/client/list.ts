import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

const clientListView: ListView<Result<Operations['listOAuthClients']>['clients'][number]> = {
  columns: [
    { title: 'client', value: ({ id }) => id },
    { title: 'stored in', value: ({ origin }) => (origin === 'configuration' ? 'config.yaml' : 'the repository') },
  ],
  id: ({ id }) => id,
  whole: (clients) => ({ clients }),
};

export const clientList = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo client list', does: 'list clients, without their secrets' },
    { line: 'edu-repo client list -o id', does: 'print only the IDs of the clients' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { client } = await context.connect();
    const shown = await (await context.printer()).list((await client.listOAuthClients()).clients, clientListView);
    if (shown === 0)
      context.output.note(
        'No clients are registered. People sign in with edu-repo login without one; to register one for a portal: edu-repo client add ID',
      );
    return exitCodes.ok;
  },
});

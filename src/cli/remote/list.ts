import { createLoginStore } from '../connection/login-store.ts';
import { repositoryUrl } from '../connection/repository-url.ts';
import { readSettings, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type KnownRemote, remoteList as remoteListView } from './views.ts';

export const remoteList = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo remote list', does: 'list remotes with address and login, and mark the chosen one' },
    { line: 'edu-repo remote list -o id', does: 'print only the names' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const file = settingsFile(context.globals, context.environment);
    const { remotes, chosen } = await readSettings(file);
    const logins = createLoginStore(file);
    const known: KnownRemote[] = [];
    for (const [name, url] of remotes) {
      const login = await logins.read(repositoryUrl(url));
      const userName = login?.tokens === undefined ? null : login.userName;
      known.push({ name, url, chosen: name === chosen, userName });
    }
    const shown = await (await context.printer()).list(known, remoteListView);
    if (shown === 0)
      context.output.note('There are no remotes. To add one: edu-repo remote add schule https://repo.example.org');
    return exitCodes.ok;
  },
});

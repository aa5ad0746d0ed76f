import { chosenRepository } from '../connection/chosen-repository.ts';
import { createLoginStore } from '../connection/login-store.ts';
import { settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { readRemoteName } from '../remote/remote-name.ts';

interface LogoutOptions {
  readonly remote: string | undefined;
  readonly forgetClient: boolean;
}

export const logout = defineCommand<{ readonly forgetClient?: boolean }, LogoutOptions>({
  examples: [
    { line: 'edu-repo logout', does: 'delete the saved tokens for the chosen remote' },
    { line: 'edu-repo logout schule --forget-client', does: 'delete the saved client as well' },
  ],
  configure: (command) =>
    command
      .argument('[remote]', 'name of a remote (default: the chosen one)')
      .option('--forget-client', 'also delete the saved ID and secret of the client'),
  readOptions: ([remote], flags) => ({
    remote: remote === undefined ? undefined : readRemoteName(remote),
    forgetClient: flags.forgetClient === true,
  }),
  run: async ({ remote, forgetClient }, { globals, environment, output }) => {
    const choice = remote === undefined ? globals : { ...globals, remote, url: undefined };
    const chosen = await chosenRepository(choice, environment);
    if (chosen.kind === 'local') {
      output.note('The repository in the local data directory needs no login, so there is nothing to delete.');
      return exitCodes.ok;
    }
    const { url } = chosen;
    const logins = createLoginStore(settingsFile(globals, environment));
    const saved = await logins.read(url);
    if (saved === undefined || (saved.tokens === undefined && !forgetClient)) {
      output.note(`Not signed in to ${url.href}.`);
      return exitCodes.ok;
    }
    if (globals.dryRun) {
      output.note(`Would delete the login of ${saved.userName} at ${url.href}.`);
      return exitCodes.ok;
    }
    await logins.alone(url, () =>
      forgetClient ? logins.forget(url) : logins.write(url, { ...saved, tokens: undefined }),
    );
    output.note(`Deleted the login of ${saved.userName} at ${url.href} from this computer.`);
    return exitCodes.ok;
  },
});

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

/** `logout` */
export const logout = defineCommand<{ readonly forgetClient?: boolean }, LogoutOptions>({
  examples: [
    { line: 'edu-repo logout', does: 'forgets the tokens for the chosen remote' },
    { line: 'edu-repo logout schule --forget-client', does: 'and the client that login has kept' },
  ],
  configure: (command) =>
    command
      .argument('[remote]', 'a remote; the chosen one when left out')
      .option('--forget-client', 'forget the id and secret of the client as well'),
  readOptions: ([remote], flags) => ({
    remote: remote === undefined ? undefined : readRemoteName(remote),
    forgetClient: flags.forgetClient === true,
  }),
  run: async ({ remote, forgetClient }, { globals, environment, output }) => {
    const choice = remote === undefined ? globals : { ...globals, remote, url: undefined };
    const chosen = await chosenRepository(choice, environment);
    if (chosen.kind === 'local') {
      output.note('The repository in the local data directory needs no login: there is nothing to forget.');
      return exitCodes.ok;
    }
    const { url } = chosen;
    const logins = createLoginStore(settingsFile(globals, environment));
    const saved = await logins.read(url);
    if (saved === undefined || (saved.tokens === undefined && !forgetClient)) {
      output.note(`Nobody is signed in at ${url.href}.`);
      return exitCodes.ok;
    }
    if (globals.dryRun) {
      output.note(`Would forget the login of ${saved.userName} at ${url.href}.`);
      return exitCodes.ok;
    }
    await logins.alone(url, () =>
      forgetClient ? logins.forget(url) : logins.write(url, { ...saved, tokens: undefined }),
    );
    output.note(`The login of ${saved.userName} at ${url.href} is forgotten on this machine.`);
    return exitCodes.ok;
  },
});

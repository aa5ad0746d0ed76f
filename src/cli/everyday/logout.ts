import { accountOf } from '../connection/connect.ts';
import { createLoginStore, isSignedIn, type Login, type LoginStore } from '../connection/login-store.ts';
import { type RemoteOrUrl, readRemoteOrUrl, repositoryAt } from '../connection/remote-or-url.ts';
import { settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';

interface LogoutFlags {
  readonly all?: boolean;
  readonly forgetClient?: boolean;
}

interface LogoutOptions {
  readonly repository: RemoteOrUrl | undefined;
  readonly all: boolean;
  readonly forgetClient: boolean;
}

/** The requested login at one repository. Reports it if there is none. */
async function oneLogin(options: LogoutOptions, logins: LoginStore, context: Context): Promise<readonly Login[]> {
  const chosen = await repositoryAt(options.repository, context);
  if (chosen.kind === 'local') {
    context.output.note('The repository in the local data directory needs no login, so there is nothing to delete.');
    return [];
  }
  const account = accountOf(context.globals, context.environment);
  const login = await logins.read(chosen.url, account);
  if (login !== undefined && (isSignedIn(login) || options.forgetClient)) return [login];
  context.output.note(`${account === undefined ? 'Not' : `${account} is not`} signed in to ${chosen.url.href}.`);
  return [];
}

async function deleteLogin(login: Login, { forgetClient }: LogoutOptions, logins: LoginStore, context: Context) {
  const { output, globals } = context;
  const url = new URL(login.url);
  const what = `the login of ${login.userName} at ${login.url}`;
  if (globals.dryRun) {
    output.note(`Would delete ${what}.`);
    return;
  }
  const signedOut = { ...login, tokens: undefined, session: undefined };
  await logins.alone(url, () => (forgetClient ? logins.forget(url, login.userName) : logins.write(url, signedOut)));
  output.note(`Deleted ${what} from this computer.`);
}

export const logout = defineCommand<LogoutFlags, LogoutOptions>({
  examples: [
    { line: 'edu-repo logout', does: 'delete the saved tokens for the chosen remote' },
    { line: 'edu-repo logout schule --as anna', does: 'delete those of one of several users' },
    { line: 'edu-repo logout --all', does: 'delete all logins from this computer' },
  ],
  configure: (command) =>
    command
      .argument('[remote]', 'name of a remote or URL of a repository (default: the chosen remote)')
      .option('--all', 'delete the logins for all repositories')
      .option('--forget-client', 'also delete the saved user name, and ID and secret of the client'),
  readOptions: ([remote], { all, forgetClient }) => {
    if (remote !== undefined && all === true) {
      throw usageFailure(
        'A remote and --all cannot be combined.',
        '--all deletes the logins for all repositories.',
        'Leave one of them out',
      );
    }
    return {
      repository: remote === undefined ? undefined : readRemoteOrUrl(remote),
      all: all === true,
      forgetClient: forgetClient === true,
    };
  },
  run: async (options, context) => {
    const logins = createLoginStore(settingsFile(context.globals, context.environment));
    const isWanted = (login: Login): boolean => options.forgetClient || isSignedIn(login);
    const known = options.all ? (await logins.everywhere()).filter(isWanted) : await oneLogin(options, logins, context);
    if (options.all && known.length === 0) context.output.note('There are no logins.');
    for (const login of known) await deleteLogin(login, options, logins, context);
    return exitCodes.ok;
  },
});

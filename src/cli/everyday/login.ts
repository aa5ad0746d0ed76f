import { chosenRepository } from '../connection/chosen-repository.ts';
import { openTarget } from '../connection/connect.ts';
import { signIn } from '../connection/grants.ts';
import { createLoginStore, type Login, type LoginStore, type OAuthClient } from '../connection/login-store.ts';
import { isUnencrypted } from '../connection/repository-url.ts';
import { settingsFile } from '../connection/user-settings.ts';
import { readRegularFile } from '../files/regular-file.ts';
import type { RecordView } from '../print/printer.ts';
import { whyNoQuestion } from '../print/questions.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { readRemoteName } from '../remote/remote-name.ts';
import { passwordLines } from '../user/password.ts';

interface LoginFlags {
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
}

interface LoginOptions {
  readonly remote: string | undefined;
  readonly userName: string | undefined;
  readonly passwordStdin: boolean;
  /** The client to sign in with; undefined for the one that an earlier login saved. */
  readonly client: { readonly id: string; readonly secretFile: string } | undefined;
}

interface SignedIn {
  readonly url: string;
  readonly userName: string;
}

const signedInRecord: RecordView<SignedIn> = {
  id: ({ userName }) => userName,
  fields: ({ url, userName }) => [
    ['repository', url],
    ['signed in as', userName],
  ],
};

function readClient({ clientId, clientSecretFile }: LoginFlags): LoginOptions['client'] {
  if (clientId === undefined && clientSecretFile === undefined) return undefined;
  if (clientId !== undefined && clientSecretFile !== undefined) return { id: clientId, secretFile: clientSecretFile };
  throw usageFailure(
    '--client-id and --client-secret-file must be used together.',
    `${clientId === undefined ? '--client-id' : '--client-secret-file'} is missing.`,
    'Use both, or neither to sign in with the client that an earlier login saved',
  );
}

const noClient = (url: URL) =>
  usageFailure(
    `No client is saved for ${url.href}.`,
    'A repository issues tokens only to registered clients, and none is registered by default.',
    'An administrator can register one: edu-repo client add edu-repo --secret-file FILE; then: edu-repo login --client-id edu-repo --client-secret-file FILE',
  );

async function clientFor(url: URL, chosen: LoginOptions['client'], saved: Login | undefined): Promise<OAuthClient> {
  if (chosen !== undefined)
    return { id: chosen.id, secret: (await readRegularFile(chosen.secretFile)).toString('utf8').trim() };
  if (saved === undefined) throw noClient(url);
  return saved.client;
}

const noPerson = (missing: string, flag: string, { globals }: Context) =>
  usageFailure(
    `A ${missing} is required.`,
    `The command cannot ask for it: ${whyNoQuestion(globals)}.`,
    `To sign in without a question: edu-repo login ${flag}`,
  );

/** Without this check, an empty file or a broken pipe would count as a wrong password. */
async function passwordOnStdin(userName: string, context: Context): Promise<string> {
  const password = (await passwordLines(context)).join('\n');
  if (password !== '') return password;
  throw usageFailure(
    'There is no password on stdin.',
    'The input ended before the first character.',
    `To sign in with a file: edu-repo login --username ${shellWord(userName)} --password-stdin < FILE`,
  );
}

async function personFrom(options: LoginOptions, saved: Login | undefined, context: Context) {
  const { questions } = context;
  const userNameOption = options.userName;
  if (userNameOption === undefined && !questions.possible)
    throw noPerson('user name', '--username NAME --password-stdin < FILE', context);
  const userName = userNameOption ?? (await questions.text('User name', saved?.userName));
  if (options.passwordStdin) return { userName, password: await passwordOnStdin(userName, context) };
  if (!questions.possible)
    throw noPerson('password', `--username ${shellWord(userName)} --password-stdin < FILE`, context);
  return { userName, password: await questions.password(`Password for ${userName}`) };
}

async function remoteOf({ remote }: LoginOptions, { globals, environment }: Context): Promise<URL> {
  const choice = remote === undefined ? globals : { ...globals, remote, url: undefined };
  const chosen = await chosenRepository(choice, environment);
  if (chosen.kind === 'remote') return chosen.url;
  throw usageFailure(
    'A login is only for remote repositories, and none is chosen.',
    'A repository in a local data directory needs no login: everyone who can read the directory has full access.',
    'For a remote repository: edu-repo remote add NAME URL, then edu-repo login NAME',
  );
}

async function saveLogin(url: URL, options: LoginOptions, logins: LoginStore, context: Context): Promise<SignedIn> {
  const saved = await logins.read(url);
  const client = await clientFor(url, options.client, saved);
  if (isUnencrypted(url)) {
    context.output.report(`Warning: the password is sent unencrypted over http to ${url.host}.`);
  }
  const person = await personFrom(options, saved, context);
  const target = openTarget(url, context.globals);
  try {
    const tokens = await signIn(target.send, url.href, client, person);
    await logins.alone(url, () => logins.write(url, { url: url.href, client, userName: person.userName, tokens }));
    return { url: url.href, userName: person.userName };
  } finally {
    await target.close();
  }
}

export const login = defineCommand<LoginFlags, LoginOptions>({
  examples: [
    {
      line: 'edu-repo login schule --client-id edu-repo --client-secret-file client.secret',
      does: 'sign in for the first time; saves the client and the tokens, but not the password',
    },
    { line: 'edu-repo login', does: 'sign in again to the chosen remote with the saved client' },
    { line: 'edu-repo login schule --username anna --password-stdin < password.txt', does: 'sign in from a script' },
  ],
  configure: (command) =>
    command
      .argument('[remote]', 'name of a remote (default: the chosen one)')
      .option('--username <name>', 'your user name (prompts if omitted)')
      .option('--password-stdin', 'read the password from stdin')
      .option('--client-id <id>', 'ID of a registered client (edu-repo client add); saved for later')
      .option('--client-secret-file <file>', 'file with the secret of the client'),
  readOptions: ([remote], flags) => ({
    remote: remote === undefined ? undefined : readRemoteName(remote),
    userName: flags.username,
    passwordStdin: flags.passwordStdin === true,
    client: readClient(flags),
  }),
  run: async (options, context) => {
    const url = await remoteOf(options, context);
    if (context.globals.dryRun) {
      context.output.note(`Would sign in to ${url.href}.`);
      return exitCodes.ok;
    }
    const logins = createLoginStore(settingsFile(context.globals, context.environment));
    const signedIn = await saveLogin(url, options, logins, context);
    await (await context.printer()).record(signedIn, signedInRecord);
    const variable = ['EDU_REPO_TOKEN', 'EDU_REPO_USER'].find((name) => context.environment[name]);
    if (variable !== undefined) {
      context.output.report(`Warning: ${variable} is set and takes precedence over this login.`);
    }
    return exitCodes.ok;
  },
});

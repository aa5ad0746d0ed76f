import { accountOf, openTarget } from '../connection/connect.ts';
import { createLoginStore, type Login, type LoginStore, type OAuthClient } from '../connection/login-store.ts';
import { probeRepository, warnOfClock } from '../connection/probe-repository.ts';
import { type RemoteOrUrl, readRemoteOrUrl, repositoryAt } from '../connection/remote-or-url.ts';
import { isUnencrypted, repositoryUrl } from '../connection/repository-url.ts';
import { methodOf, signInByAnyMethod } from '../connection/sign-in-methods.ts';
import { readSettings, saveRemote, settingsFile } from '../connection/user-settings.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { whyNoQuestion } from '../print/questions.ts';
import { shellWord } from '../print/shell-word.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { replacedOption } from '../program/old-names.ts';
import { nameForAddress, readRemoteName } from '../remote/remote-name.ts';
import { passwordLines } from '../user/password.ts';

interface LoginFlags {
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly clientId?: string;
  readonly clientSecretFile?: string;
  readonly status?: boolean;
}

interface LoginOptions {
  readonly repository: RemoteOrUrl | undefined;
  /** The name for a new remote; undefined for one that is derived from the address. */
  readonly name: string | undefined;
  readonly userName: string | undefined;
  readonly passwordStdin: boolean;
  /** The only client to sign in with; undefined to use one that the repository accepts. */
  readonly client: { readonly id: string; readonly secretFile: string } | undefined;
  /** Whether to list the logins instead. */
  readonly status: boolean;
}

/** What is shown of a login: no tokens. */
interface SignedIn {
  readonly url: string;
  readonly userName: string;
  readonly signedInWith: string;
}

const signedInRecord: RecordView<SignedIn> = {
  id: ({ userName }) => userName,
  fields: ({ url, userName, signedInWith }) => [
    ['repository', url],
    ['signed in as', userName],
    ['signed in with', signedInWith],
  ],
};

function readClient({ clientId, clientSecretFile }: LoginFlags): LoginOptions['client'] {
  if (clientId === undefined && clientSecretFile === undefined) return undefined;
  if (clientId !== undefined && clientSecretFile !== undefined) return { id: clientId, secretFile: clientSecretFile };
  throw usageFailure(
    '--client-id and --client-secret-file must be used together.',
    `${clientId === undefined ? '--client-id' : '--client-secret-file'} is missing.`,
    'Use both, or neither: most repositories need no client of your own',
  );
}

async function clientOf({ client }: LoginOptions): Promise<OAuthClient | undefined> {
  if (client === undefined) return undefined;
  return { id: client.id, secret: (await readRegularFile(client.secretFile)).toString('utf8').trim() };
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

function requireAnswers({ userName, passwordStdin }: LoginOptions, context: Context): void {
  if (context.questions.possible) return;
  if (userName === undefined) throw noPerson('user name', '--username NAME --password-stdin < FILE', context);
  if (!passwordStdin) throw noPerson('password', `--username ${shellWord(userName)} --password-stdin < FILE`, context);
}

async function urlOf({ repository }: LoginOptions, context: Context): Promise<URL> {
  const chosen = await repositoryAt(repository, context);
  if (chosen.kind === 'remote') return chosen.url;
  throw usageFailure(
    'A login is only for remote repositories, and none is chosen.',
    'A repository in a local data directory needs no login: everyone who can read the directory has full access.',
    'For a remote repository: edu-repo login URL',
  );
}

const passwordFor = (userName: string, { passwordStdin }: LoginOptions, context: Context): Promise<string> =>
  passwordStdin ? passwordOnStdin(userName, context) : context.questions.password(`Password for ${userName}`);

/** Signs in, after a test that the password goes to a repository. Questions come after the test, stdin is read before. */
async function signInAt(url: URL, options: LoginOptions, logins: LoginStore, context: Context): Promise<Login> {
  const { output, questions, globals } = context;
  requireAnswers(options, context);
  const typed = options.userName;
  const last = (await logins.read(url, typed)) ?? (await logins.read(url));
  const chosen = await clientOf(options);
  const piped = options.passwordStdin && typed !== undefined ? await passwordOnStdin(typed, context) : undefined;
  if (isUnencrypted(url)) output.report(`Warning: the password is sent unencrypted over http to ${url.host}.`);
  const target = openTarget(url, globals);
  try {
    warnOfClock(await probeRepository(target.send, url.href), output);
    const userName = typed ?? (await questions.text('User name', last?.userName));
    const password = piped ?? (await passwordFor(userName, options, context));
    const login = await signInByAnyMethod(target.send, url, { chosen, saved: last?.client }, { userName, password });
    await logins.alone(url, () => logins.choose(url, login));
    return login;
  } finally {
    await target.close();
  }
}

/** Parses a remote or an address, or a name for a new remote and its address. */
function targetOf(
  remote: string | undefined,
  address: string | undefined,
): Partial<Pick<LoginOptions, 'repository' | 'name'>> {
  if (remote === undefined) return {};
  if (address === undefined) return { repository: readRemoteOrUrl(remote) };
  return { name: readRemoteName(remote), repository: { url: repositoryUrl(address) } };
}

/** The name of the remote for an address on the command line; undefined where the command line names a remote. */
async function remoteFor({ repository, name }: LoginOptions, file: string, { globals }: Context) {
  if (repository === undefined || 'remote' in repository) return undefined;
  return nameForAddress(repository.url, name ?? globals.remote, (await readSettings(file)).remotes);
}

/** Adds a remote, unless it is there. */
async function addRemote(name: string, url: URL, file: string, { output }: Context): Promise<void> {
  const isNew = !(await readSettings(file)).remotes.has(name);
  if (isNew) await saveRemote(file, name, url.href);
  const what = isNew ? `Added the remote ${name}` : `This is the remote ${name}`;
  output.note(`${what}: write ${name}:/ for its top folder. To use it by default: edu-repo remote use ${name}`);
}

export const login = defineCommand<LoginFlags, LoginOptions>({
  examples: [
    {
      line: 'edu-repo login https://school.example.org',
      does: 'sign in, and add a remote with a name from the address',
    },
    { line: 'edu-repo login status', does: 'list your logins, and test each' },
    { line: 'edu-repo login schule --username anna --password-stdin < password.txt', does: 'sign in from a script' },
  ],
  configure: (command) =>
    command
      .usage('[options] [remote] [address]')
      .argument(
        '[remote]',
        'name of a remote (default: the chosen remote), or of your choice for a new one (default: from the address)',
      )
      .argument('[address]', 'URL of a repository, with or without a name before it')
      .option('--username <name>', 'your user name (prompts if omitted)')
      .option('--password-stdin', 'read the password from stdin')
      .addOption(replacedOption('--status', 'edu-repo login status'))
      .option('--client-id <id>', 'ID of a client that an administrator registered (edu-repo client add)')
      .option('--client-secret-file <file>', 'file with the secret of the client'),
  readOptions: ([remote, address], flags) => {
    const status = flags.status === true || remote === 'status';
    const target = status ? {} : targetOf(remote, address);
    return {
      repository: target.repository,
      name: target.name,
      userName: flags.username,
      passwordStdin: flags.passwordStdin === true,
      client: readClient(flags),
      status,
    };
  },
  run: async (options, context) => {
    if (options.status) return (await import('./login-status.ts')).showLogins(context);
    const url = await urlOf(options, context);
    const userName = options.userName ?? accountOf(context.globals, context.environment);
    const file = settingsFile(context.globals, context.environment);
    const name = await remoteFor(options, file, context);
    if (context.globals.dryRun) {
      context.output.note(`Would sign in to ${url.href}.`);
      return exitCodes.ok;
    }
    const signedIn = await signInAt(url, { ...options, userName }, createLoginStore(file), context);
    const signedInWith = methodOf(signedIn);
    await (await context.printer()).record(
      { url: url.href, userName: signedIn.userName, signedInWith },
      signedInRecord,
    );
    if (name !== undefined) await addRemote(name, url, file, context);
    const variable = ['EDU_REPO_TOKEN', 'EDU_REPO_USER'].find((name) => context.environment[name]);
    if (variable !== undefined) {
      context.output.report(`Warning: ${variable} is set and takes precedence over this login.`);
    }
    return exitCodes.ok;
  },
});

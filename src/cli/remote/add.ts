import { openTarget } from '../connection/connect.ts';
import { createLoginStore, isSignedIn } from '../connection/login-store.ts';
import { probeRepository, warnOfClock } from '../connection/probe-repository.ts';
import { isUnencrypted, repositoryUrl } from '../connection/repository-url.ts';
import { readSettings, saveRemote, settingsFile } from '../connection/user-settings.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { Failure } from '../program/failure.ts';
import { nameForAddress, readRemoteName } from './remote-name.ts';
import { remoteRecord } from './views.ts';

interface AddOptions {
  /** Undefined for one that is derived from the address. */
  readonly name: string | undefined;
  readonly url: URL;
  /** Whether a repository must answer. */
  readonly test: boolean;
}

function untested(error: unknown): Failure {
  const { message: what, why, next, exitCode } = explainError(error, { commandName: 'remote test' });
  return new Failure(exitCode, { what, why, next: `${next}; to add it without a test: --no-test` }, { cause: error });
}

/** Throws a failure if no repository answers. */
async function testAddress(url: URL, { globals, output }: Context): Promise<void> {
  const target = openTarget(url, globals);
  try {
    const probe = await probeRepository(target.send, url.href);
    output.note(`A repository answers, version ${probe.about.version.repository}.`);
    warnOfClock(probe, output);
  } catch (error) {
    throw untested(error);
  } finally {
    await target.close();
  }
}

async function offerSignIn({ name, url }: { name: string; url: URL }, file: string, context: Context) {
  const { output, questions, runLine } = context;
  const login = await createLoginStore(file).read(url);
  if (login !== undefined && isSignedIn(login)) {
    output.note(`You are signed in there as ${login.userName}. Next: edu-repo remote use ${name}`);
    return exitCodes.ok;
  }
  if (questions.possible && (await questions.confirm(`Sign in to ${name} now?`))) {
    return runLine(['login', name], { EDU_REPO_CONFIG: file });
  }
  output.note(`Next: edu-repo remote use ${name}, and edu-repo login ${name}`);
  return exitCodes.ok;
}

export const remoteAdd = defineCommand<{ readonly test?: boolean }, AddOptions>({
  examples: [
    {
      line: 'edu-repo remote add https://school.example.org',
      does: 'test a repository and add it under the name school',
    },
    { line: 'edu-repo remote add schule https://repo.example.org', does: 'choose the name' },
    {
      line: 'edu-repo remote add probe http://127.0.0.1:8080/edu-sharing/rest --no-test',
      does: 'state the path too (default: /edu-sharing/rest); add it although no server runs',
    },
  ],
  configure: (command) =>
    command
      .usage('[options] [name] <address>')
      .argument(
        '<name>',
        'name of your choice: letters, digits, dots, hyphens, underscores (default: from the address)',
      )
      .argument('[address]', 'URL of a repository')
      .option('--no-test', 'add it even if no repository answers'),
  readOptions: (words, { test }) => {
    const [name, address = ''] = words.length < 2 ? [undefined, words[0]] : words;
    return {
      name: name === undefined ? name : readRemoteName(name),
      url: repositoryUrl(address),
      test: test !== false,
    };
  },
  run: async (options, context) => {
    const { url } = options;
    const file = settingsFile(context.globals, context.environment);
    const { remotes, chosen } = await readSettings(file);
    const name = nameForAddress(url, options.name, remotes);
    const present = remotes.get(name);
    if (isUnencrypted(url)) {
      context.output.report(`Warning: edu-repo sends passwords unencrypted over http to ${url.host}.`);
    }
    if (options.test && present === undefined) await testAddress(url, context);
    if (context.globals.dryRun) context.output.note(`Would add ${name}: ${url.href}`);
    else if (present === undefined) await saveRemote(file, name, url.href);
    await (await context.printer()).record({ name, url: url.href, chosen: chosen === name }, remoteRecord);
    return context.globals.dryRun ? exitCodes.ok : offerSignIn({ name, url }, file, context);
  },
});

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LockedError } from '../../base/errors/locked-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import { authorizationOf, type Credentials } from '../../client/credentials.ts';
import { createHttpTransport } from '../../client/http-transport.ts';
import type { Transport } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import { isReading } from '../../contract/operation.ts';
import type { Output } from '../print/output.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import { chosenRepository } from './chosen-repository.ts';
import { asDryRuns } from './dry-runs.ts';
import type { Login } from './login-store.ts';
import { reportHttpsPort } from './report-https-port.ts';
import { reportUnknownProperties } from './report-unknown-properties.ts';
import { specified } from './specified.ts';
import { readSettings, settingsFile } from './user-settings.ts';

/** How a connection authenticates: by environment variables, a stored login, the data directory, or not at all. */
export type SignedInBy = 'environment' | 'login' | 'data directory' | 'nothing';

/**
 * A connection to a repository. Remote, local daemon and local data directory look the same to commands. With `--dry-run`, calls
 * that would change something are only checked, and have no result.
 */
export interface Connection {
  readonly client: Client;
  /** Sends any operation of the contract with the credentials of this connection. */
  readonly send: Transport;
  /** An address or a data directory, for output. */
  readonly where: string;
  /** The data directory of a local repository; undefined for a remote. */
  readonly dataDirectory: string | undefined;
  readonly signedInBy: SignedInBy;
  /** Until when the stored login lasts if it is not used again, in milliseconds since 1970; undefined without one, and if the server does not say. */
  readonly loginEnd?: () => Promise<number | undefined>;
  /** False if this command has opened the data directory itself, so that no background tasks run. */
  readonly hasServer: boolean;
  /** Sends a call without credentials. */
  readonly withoutLogin: Transport;
  close(): Promise<void>;
}

export type Choice = Pick<GlobalOptions, 'remote' | 'url' | 'data' | 'config' | 'timeout'> &
  Partial<Pick<GlobalOptions, 'dryRun' | 'as' | 'limitRate'>>;
type Environment = Readonly<Record<string, string | undefined>>;

export interface ConnectionTarget {
  readonly send: Transport;
  close(): void | Promise<void>;
}

const defaultTimeoutMs = 300_000;

/** The maximum size of a response that is not a file, in bytes. A page has 4 MB by default (`limits.pageBytes`). */
const maxAnswer = 64_000_000;

/** The absolute path of the data directory that the options and the environment select. */
export async function dataDirectoryOf(choice: Pick<Choice, 'data'>, environment: Environment): Promise<string> {
  const chosen = specified(choice.data) ?? specified(environment['EDU_REPO_DATA']);
  if (chosen !== undefined) return resolve(chosen);
  const { defaultDataDirectory } = await import('../../daemon/data-directory/data-directory.ts');
  return defaultDataDirectory(environment);
}

function credentialsOf(environment: Environment): Credentials | undefined {
  const token = specified(environment['EDU_REPO_TOKEN']);
  if (token !== undefined) return { kind: 'bearer', token };
  const userName = specified(environment['EDU_REPO_USER']);
  const password = environment['EDU_REPO_PASSWORD'];
  if (userName === undefined) return undefined;
  if (password !== undefined) return { kind: 'basic', userName, password };
  throw usageFailure(
    'EDU_REPO_USER is set, but EDU_REPO_PASSWORD is not.',
    'Signing in needs both.',
    'Set both, or neither (edu-repo help environment)',
  );
}

/** Sends every call with the same `Authorization`. */
function authorized(send: Transport, credentials: Credentials | undefined): Transport {
  if (credentials === undefined) return send;
  const authorization = authorizationOf(credentials);
  return (call) => send({ ...call, headers: { ...call.headers, authorization } });
}

/** With `--verbose`, prints each call with its status and duration. */
function observed(send: Transport, output: Output): Transport {
  return async (call) => {
    const start = performance.now();
    const answer = await send(call);
    output.detail(`${call.operation} ${answer.status} ${Math.round(performance.now() - start)} ms`);
    return answer;
  };
}

/** A command that changes something goes on when its stdout is closed: a part of the changes is nothing that anyone asked for. */
function finishing(send: Transport, output: Output): Transport {
  return (call) => {
    if (!isReading(operations[call.operation])) output.finish();
    return send(call);
  };
}

function overHttp(choice: Choice, baseUrl: URL, socketPath?: string): ConnectionTarget {
  const timeout = choice.timeout ?? defaultTimeoutMs;
  const { send, close } = createHttpTransport({ baseUrl, socketPath, timeout, maxAnswer, maxRate: choice.limitRate });
  return { send: socketPath === undefined ? reportHttpsPort(baseUrl, send) : send, close };
}

// Compared by name: importing the class would load modules that a command on a remote does not need.
const isLocked = (error: unknown): error is LockedError => error instanceof Error && error.name === 'LockedError';

/** How long a command waits for one owner of the data directory: a starting daemon, or a command on a slow machine. */
const maxWaitMs = 5000;

/** Measures how long one owner has held the lock. The time starts over with each new owner. */
function createLockTimeout(): { isOver(owner: number | undefined): boolean } {
  let since = performance.now();
  let last: number | undefined;
  return {
    isOver(owner) {
      // A process that is ending has already removed its ID, but is still the owner.
      if (owner !== undefined && owner !== last) {
        last = owner;
        since = performance.now();
      }
      return performance.now() - since > maxWaitMs;
    },
  };
}

/**
 * Connects to the daemon, or opens the data directory. Retries while the data directory is locked and no daemon responds,
 * because a daemon may be starting or another command may be running.
 */
async function openLocally(
  choice: Choice,
  dataDirectory: string,
): Promise<{ readonly target: ConnectionTarget; readonly hasServer: boolean }> {
  const { findDaemon } = await import('../../daemon/data-directory/data-directory.ts');
  const timeout = createLockTimeout();
  for (;;) {
    const daemon = await findDaemon(dataDirectory);
    if (daemon !== undefined) {
      return { target: overHttp(choice, new URL(daemon.url), daemon.socket ?? undefined), hasServer: true };
    }
    try {
      const { openRepository } = await import('../../daemon/open.ts');
      return { target: await openRepository({ dataDirectory }), hasServer: false };
    } catch (error) {
      if (!isLocked(error) || timeout.isOver(error.pid)) throw error;
      await pause(100);
    }
  }
}

/** The failure for a folder that is not a data directory, or no longer a complete one. */
export async function noRepository(dataDirectory: string): Promise<Failure> {
  const { dataPaths } = await import('../../daemon/data-directory/data-directory.ts');
  const { marker, store } = dataPaths(dataDirectory);
  const { unfinishedMark } = await import('../../daemon/backup/backup-location.ts');
  if (existsSync(unfinishedMark(dataDirectory))) {
    return new Failure(exitCodes.error, {
      what: `${dataDirectory} is an unfinished backup.`,
      why: 'edu-repo backup create or restore was interrupted, so the folder does not contain the whole repository yet.',
      next: `To complete it, run on the server: edu-repo backup create ${shellWord(dataDirectory)}; after an interrupted restore, run edu-repo backup restore again`,
    });
  }
  if (existsSync(store)) {
    return new Failure(exitCodes.error, {
      what: `The repository at ${dataDirectory} is incomplete: its file ${basename(marker)} is missing.`,
      why: 'The folder has a metadata store. It may be an incomplete copy, or what is left of an interrupted edu-repo init.',
      next: `Restore ${basename(marker)} from a backup of any repository, or make the copy again if it is incomplete; if nothing was ever stored here: edu-repo init --data ${shellWord(dataDirectory)}`,
    });
  }
  return new Failure(exitCodes.error, {
    what: `There is no repository at ${dataDirectory}.`,
    why: 'This folder is not a data directory. To select another repository, see edu-repo help environment.',
    next: `To create one: edu-repo init --data ${shellWord(dataDirectory)}; if you moved the repository: --data DIR; for a remote one: edu-repo remote add NAME URL`,
  });
}

function connectionOver(
  target: ConnectionTarget,
  credentials: Credentials | undefined,
  facts: Pick<Connection, 'where' | 'dataDirectory' | 'signedInBy' | 'hasServer' | 'loginEnd'>,
  output: Output,
  unauthenticated?: ConnectionTarget,
): Connection {
  const sent = finishing(observed(authorized(target.send, credentials), output), output);
  const send = reportUnknownProperties(sent, output);
  const withoutLogin = observed((unauthenticated ?? target).send, output);
  return { ...facts, send, withoutLogin, client: createClient(send), close: async () => target.close() };
}

/** The user whose stored login is requested: `--as`, else `EDU_REPO_AS`. */
export const accountOf = ({ as }: Pick<Choice, 'as'>, environment: Environment): string | undefined =>
  specified(as) ?? specified(environment['EDU_REPO_AS']);

const noAccountHere = (dataDirectory: string): Failure =>
  usageFailure(
    '--as works only with remote repositories.',
    `The repository is in the data directory ${dataDirectory}, whose operator needs no login.`,
    'To select a remote: --remote NAME; to act as a person: set EDU_REPO_USER and EDU_REPO_PASSWORD',
  );

const noAccount = (url: URL, userName: string, known: readonly Login[]): Failure =>
  new Failure(exitCodes.loginNeeded, {
    what: `${userName} is not signed in to ${url.href}.`,
    why:
      known.length === 0
        ? 'No one is signed in there.'
        : `Signed in: ${known.map((login) => login.userName).join(', ')}.`,
    next: `To sign in: edu-repo login ${url.href} --username ${shellWord(userName)}; to list the logins: edu-repo login status`,
  });

/** The failure for a command that means no remote, although there are some and no local repository; undefined otherwise. */
async function noneChosen(
  choice: Choice,
  environment: Environment,
  dataDirectory: string,
): Promise<Failure | undefined> {
  const isNamed = (specified(choice.data) ?? specified(environment['EDU_REPO_DATA'])) !== undefined;
  const names = isNamed ? [] : [...(await readSettings(settingsFile(choice, environment))).remotes.keys()];
  const [first] = names;
  if (first === undefined || existsSync(dataDirectory)) return undefined;
  return new Failure(exitCodes.usage, {
    what: 'No repository is selected.',
    why: `There is none at ${dataDirectory}. Your remotes are: ${names.join(', ')}.`,
    next: `To select a remote: edu-repo remote use ${shellWord(first)}; for one command: --remote ${shellWord(first)}, or an address such as ${first}:/PATH`,
  });
}

async function connectLocally(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const { isInitialized, readOperatorToken } = await import('../../daemon/data-directory/data-directory.ts');
  const { refuseRootInForeignDirectory, withAccessExplained } = await import(
    '../../daemon/data-directory/directory-access.ts'
  );
  const dataDirectory = await dataDirectoryOf(choice, environment);
  if (specified(choice.as) !== undefined) throw noAccountHere(dataDirectory);
  const isThere = await withAccessExplained(dataDirectory, () => isInitialized(dataDirectory));
  if (!isThere) throw (await noneChosen(choice, environment, dataDirectory)) ?? (await noRepository(dataDirectory));
  await refuseRootInForeignDirectory(dataDirectory);
  const credentials = credentialsOf(environment);
  const { target, hasServer } = await openLocally(choice, dataDirectory);
  const readToken = () => withAccessExplained(dataDirectory, () => readOperatorToken(dataDirectory));
  const token = credentials ?? { kind: 'bearer', token: await readToken() };
  const signedInBy = credentials === undefined ? 'data directory' : 'environment';
  return connectionOver(target, token, { where: dataDirectory, dataDirectory, signedInBy, hasServer }, output);
}

/** Connects to a remote with the credentials from the environment, or with the login stored for its address. */
async function connectTo(url: URL, choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const facts = { where: url.href, dataDirectory: undefined, hasServer: true };
  const target = overHttp(choice, url);
  // An option on the command line takes precedence over variables.
  const credentials = specified(choice.as) === undefined ? credentialsOf(environment) : undefined;
  if (credentials !== undefined)
    return connectionOver(target, credentials, { ...facts, signedInBy: 'environment' }, output);
  const { createLoginStore, isSignedIn } = await import('./login-store.ts');
  const logins = createLoginStore(settingsFile(choice, environment));
  const account = accountOf(choice, environment);
  const login = await logins.read(url, account);
  if (login === undefined || !isSignedIn(login)) {
    if (account !== undefined) throw noAccount(url, account, (await logins.all(url)).filter(isSignedIn));
    return connectionOver(target, undefined, { ...facts, signedInBy: 'nothing' }, output);
  }
  const { createSignedInTransport } = await import('./signed-in-transport.ts');
  const send = createSignedInTransport({ url, userName: login.userName, logins }, target.send);
  const loginEnd = async () => (await logins.read(url, login.userName))?.tokens?.endsAt;
  return connectionOver({ ...target, send }, undefined, { ...facts, signedInBy: 'login', loginEnd }, output, target);
}

/**
 * Connects to the repository that the options, the environment and the user's settings select: a remote; else the
 * daemon of the local data directory, over its socket; else the data directory itself, opened in this process until
 * `close`.
 */
export async function connect(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const chosen = await chosenRepository(choice, environment);
  const connection = await (chosen.kind === 'local'
    ? connectLocally(choice, environment, output)
    : connectTo(chosen.url, choice, environment, output));
  if (choice.dryRun !== true) return connection;
  const send = asDryRuns(connection.send, output);
  return { ...connection, send, client: createClient(send) };
}

/** Opens a transport to a remote without credentials, for signing in. The caller must close it. */
export const openTarget = (url: URL, choice: Choice): ConnectionTarget => overHttp(choice, url);

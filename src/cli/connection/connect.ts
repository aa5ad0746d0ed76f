import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LockedError } from '../../base/errors/locked-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import { authorizationOf, type Credentials } from '../../client/credentials.ts';
import { createHttpTransport } from '../../client/http-transport.ts';
import type { Transport } from '../../contract/call.ts';
import { specified } from '../everyday/specified.ts';
import type { Output } from '../print/output.ts';
import { reportUnknownProperties } from '../print/report-unknown-properties.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import type { GlobalOptions } from '../program/global-options.ts';
import { chosenRepository } from './chosen-repository.ts';
import { settingsFile } from './user-settings.ts';

/** How a connection shows who it is: by variables, a kept login, the right to read the data directory, or not at all. */
export type SignedInBy = 'environment' | 'login' | 'data directory' | 'nothing';

/** A repository that a command talks to. Commands cannot tell which of the three ways it goes. */
export interface Connection {
  readonly client: Client;
  /** Sends any call of the table, with the credentials of this connection. */
  readonly send: Transport;
  /** For people: an address or a data directory. */
  readonly where: string;
  /** The data directory, where the repository is a local one. */
  readonly dataDirectory: string | undefined;
  readonly signedInBy: SignedInBy;
  /** Sends a call as somebody who has not signed in. */
  readonly withoutLogin: Transport;
  close(): Promise<void>;
}

export type Choice = Pick<GlobalOptions, 'remote' | 'url' | 'data' | 'config' | 'timeout'>;
type Environment = Readonly<Record<string, string | undefined>>;

/** A way on which calls go. */
export interface ConnectionTarget {
  readonly send: Transport;
  close(): void | Promise<void>;
}

const defaultTimeout = 300_000;

/** The data directory that the options and the environment mean; an absolute path. */
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
    'EDU_REPO_USER is set, and EDU_REPO_PASSWORD is not.',
    'One without the other is no sign-in.',
    'Set both, or neither (edu-repo help environment)',
  );
}

/** Sends every call with the same `Authorization`. */
function authorized(send: Transport, credentials: Credentials | undefined): Transport {
  if (credentials === undefined) return send;
  const authorization = authorizationOf(credentials);
  return (call) => send({ ...call, headers: { ...call.headers, authorization } });
}

/** Says every call and its answer with `--verbose`. */
function observed(send: Transport, output: Output): Transport {
  return async (call) => {
    const start = performance.now();
    const answer = await send(call);
    output.detail(`${call.operation} ${answer.status} ${Math.round(performance.now() - start)} ms`);
    return answer;
  };
}

const overHttp = (choice: Choice, baseUrl: URL, socketPath?: string): ConnectionTarget =>
  createHttpTransport({ baseUrl, socketPath, timeout: choice.timeout ?? defaultTimeout });

// By name: the class would come with modules that a command on a remote does not load.
const isLocked = (error: unknown): error is LockedError => error instanceof Error && error.name === 'LockedError';

/** How long a command waits for one and the same process, in milliseconds: a daemon that starts, a command on a slow machine. */
const longestWait = 5000;

/** Tells, at each refusal, whether one and the same owner has kept us for too long. In a queue that moves, the owner is another. */
function createPatience(): { isOver(owner: number | undefined): boolean } {
  let since = performance.now();
  let last: number | undefined;
  return {
    isOver(owner) {
      // A process that is just going has said nothing any more: it is still the one before.
      if (owner !== undefined && owner !== last) {
        last = owner;
        since = performance.now();
      }
      return performance.now() - since > longestWait;
    },
  };
}

/** A lock without a daemon that answers: a daemon that is just starting, or a command that will be done soon. */
async function openLocally(choice: Choice, dataDirectory: string): Promise<ConnectionTarget> {
  const { findDaemon } = await import('../../daemon/data-directory/data-directory.ts');
  const patience = createPatience();
  for (;;) {
    const daemon = await findDaemon(dataDirectory);
    if (daemon !== undefined) return overHttp(choice, new URL(daemon.url), daemon.socket ?? undefined);
    try {
      const { openRepository } = await import('../../daemon/open.ts');
      return await openRepository({ dataDirectory });
    } catch (error) {
      if (!isLocked(error) || patience.isOver(error.pid)) throw error;
      await pause(100);
    }
  }
}

const noRepository = (dataDirectory: string): Failure =>
  new Failure(exitCodes.error, {
    what: `There is no repository at ${dataDirectory}.`,
    why: 'No other repository is chosen (edu-repo help environment), and this folder holds none.',
    next: `Try: edu-repo init --data ${shellWord(dataDirectory)}; where it was moved: --data DIR; for one elsewhere: edu-repo remote add NAME URL`,
  });

function connectionOver(
  way: ConnectionTarget,
  credentials: Credentials | undefined,
  place: Pick<Connection, 'where' | 'dataDirectory' | 'signedInBy'>,
  output: Output,
  bare?: ConnectionTarget,
): Connection {
  const send = reportUnknownProperties(observed(authorized(way.send, credentials), output), output);
  const withoutLogin = observed((bare ?? way).send, output);
  return { ...place, send, withoutLogin, client: createClient(send), close: async () => way.close() };
}

async function connectLocally(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const { isInitialized, readOperatorToken } = await import('../../daemon/data-directory/data-directory.ts');
  const { refuseRootInForeignDirectory, withAccessExplained } = await import(
    '../../daemon/data-directory/directory-access.ts'
  );
  const dataDirectory = await dataDirectoryOf(choice, environment);
  const isThere = await withAccessExplained(dataDirectory, () => isInitialized(dataDirectory));
  if (!isThere) throw noRepository(dataDirectory);
  await refuseRootInForeignDirectory(dataDirectory);
  const credentials = credentialsOf(environment);
  const way = await openLocally(choice, dataDirectory);
  const readToken = () => withAccessExplained(dataDirectory, () => readOperatorToken(dataDirectory));
  const token = credentials ?? { kind: 'bearer', token: await readToken() };
  const signedInBy = credentials === undefined ? 'data directory' : 'environment';
  return connectionOver(way, token, { where: dataDirectory, dataDirectory, signedInBy }, output);
}

/** A remote, with what the environment shows, else with the login that is kept for its address. */
async function connectTo(url: URL, choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const place = { where: url.href, dataDirectory: undefined };
  const way = overHttp(choice, url);
  const credentials = credentialsOf(environment);
  if (credentials !== undefined)
    return connectionOver(way, credentials, { ...place, signedInBy: 'environment' }, output);
  const { createLoginStore } = await import('./login-store.ts');
  const logins = createLoginStore(settingsFile(choice, environment));
  const login = await logins.read(url);
  if (login?.tokens === undefined) return connectionOver(way, undefined, { ...place, signedInBy: 'nothing' }, output);
  const { createSignedInTransport } = await import('./signed-in-transport.ts');
  const send = createSignedInTransport(url, logins, way.send);
  return connectionOver({ ...way, send }, undefined, { ...place, signedInBy: 'login' }, output, way);
}

/**
 * Opens the way to the repository that the options, the environment and the user's settings mean: a remote; else the
 * daemon of the local data directory, over its socket; else the data directory itself, in this process, until `close`.
 */
export async function connect(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const chosen = await chosenRepository(choice, environment);
  if (chosen.kind === 'local') return connectLocally(choice, environment, output);
  return connectTo(chosen.url, choice, environment, output);
}

/** Opens a way to a remote that shows nobody's credentials, as before a sign-in. To be closed. */
export const openTarget = (url: URL, choice: Choice): ConnectionTarget => overHttp(choice, url);

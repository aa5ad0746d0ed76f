import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../client/client.ts';
import { authorizationOf, type Credentials } from '../client/credentials.ts';
import { createHttpTransport } from '../client/http-transport.ts';
import type { Transport } from '../contract/call.ts';
import { exitCodes } from './exit-codes.ts';
import { Failure, usageFailure } from './failure.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Output } from './output.ts';

/** A repository that a command talks to. Commands cannot tell which of the three ways it goes. */
export interface Connection {
  readonly client: Client;
  /** Sends any call of the table, with the credentials of this connection. */
  readonly send: Transport;
  /** For people: an address or a data directory. */
  readonly where: string;
  /** The data directory, where the repository is a local one. */
  readonly dataDirectory: string | undefined;
  close(): Promise<void>;
}

type Choice = Pick<GlobalOptions, 'url' | 'data' | 'timeout'>;
type Environment = Readonly<Record<string, string | undefined>>;

interface Way {
  readonly send: Transport;
  close(): void | Promise<void>;
}

const defaultTimeout = 300_000;

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** The data directory that the options and the environment mean; an absolute path. */
export async function dataDirectoryOf(choice: Pick<Choice, 'data'>, environment: Environment): Promise<string> {
  const chosen = given(choice.data) ?? given(environment['EDU_REPO_DATA']);
  if (chosen !== undefined) return resolve(chosen);
  const { defaultDataDirectory } = await import('../daemon/data-directory.ts');
  return defaultDataDirectory(environment);
}

/** Reads the address of a repository; one without a path gets the usual one, `/edu-sharing/rest`. */
export function repositoryUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageFailure(
      `«${text}» is no address of a repository.`,
      'It must begin with http:// or https://.',
      'Try: --url http://127.0.0.1:8080/edu-sharing/rest',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      'An address must not carry a user name or a password.',
      'Others could read it in the list of processes.',
      'Set EDU_REPO_USER and EDU_REPO_PASSWORD instead',
    );
  }
  if (url.pathname === '/') url.pathname = '/edu-sharing/rest';
  return url;
}

function credentialsOf(environment: Environment): Credentials | undefined {
  const token = given(environment['EDU_REPO_TOKEN']);
  if (token !== undefined) return { kind: 'bearer', token };
  const userName = given(environment['EDU_REPO_USER']);
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

const overHttp = (choice: Choice, baseUrl: URL, socketPath?: string): Way =>
  createHttpTransport({ baseUrl, socketPath, timeout: choice.timeout ?? defaultTimeout });

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'LockedError';

/** A lock without a daemon that answers: a daemon that is just starting, or a command that will be done soon. */
async function openLocally(choice: Choice, dataDirectory: string): Promise<Way> {
  const { findDaemon } = await import('../daemon/data-directory.ts');
  const deadline = performance.now() + 1000;
  for (;;) {
    const daemon = await findDaemon(dataDirectory);
    if (daemon !== undefined) return overHttp(choice, new URL(daemon.url), daemon.socket ?? undefined);
    try {
      const { openRepository } = await import('../daemon/open.ts');
      return await openRepository({ dataDirectory });
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error;
      await pause(100);
    }
  }
}

const noRepository = (dataDirectory: string): Failure =>
  new Failure(exitCodes.error, {
    what: `There is no repository at ${dataDirectory}.`,
    why: 'Neither --url nor EDU_REPO_URL names another one, and this data directory has not been made.',
    next: 'Try: edu-repo init, or edu-repo serve',
  });

async function connectLocally(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  const { isInitialized, readOperatorToken } = await import('../daemon/data-directory.ts');
  const dataDirectory = await dataDirectoryOf(choice, environment);
  if (!(await isInitialized(dataDirectory))) throw noRepository(dataDirectory);
  const credentials = credentialsOf(environment);
  const way = await openLocally(choice, dataDirectory);
  const token = credentials ?? { kind: 'bearer', token: await readOperatorToken(dataDirectory) };
  return connectionOver(way, token, { where: dataDirectory, dataDirectory }, output);
}

function connectionOver(
  way: Way,
  credentials: Credentials | undefined,
  place: Pick<Connection, 'where' | 'dataDirectory'>,
  output: Output,
): Connection {
  const send = observed(authorized(way.send, credentials), output);
  return { ...place, send, client: createClient(send), close: async () => way.close() };
}

/**
 * Opens the way to the repository that the options and the environment mean: an address; else the daemon of the local
 * data directory, over its socket; else the data directory itself, in this process, until `close`.
 */
export async function connect(choice: Choice, environment: Environment, output: Output): Promise<Connection> {
  // A data directory on the command line goes before an address in the environment.
  const fromEnvironment = choice.data === undefined ? given(environment['EDU_REPO_URL']) : undefined;
  const address = given(choice.url) ?? fromEnvironment;
  if (address === undefined) return connectLocally(choice, environment, output);
  const baseUrl = repositoryUrl(address);
  const way = overHttp(choice, baseUrl);
  return connectionOver(way, credentialsOf(environment), { where: baseUrl.href, dataDirectory: undefined }, output);
}

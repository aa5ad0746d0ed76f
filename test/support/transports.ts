import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport, type HttpTransport } from '../../src/client/http-transport.ts';
import type { Transport } from '../../src/contract/call.ts';
import { dataPaths, type RunningDaemon } from '../../src/daemon/data-directory/data-directory.ts';
import { checkedByDocument } from './document-check.ts';
import { admin, anna, basic, bert, carla, type TestPerson } from './people.ts';
import type { RawTarget } from './raw-request.ts';
import { newSchoolDirectory, type Overrides, openDirectory, removeFolder, serveDirectory } from './repository.ts';
import { type RunScope, runScope } from './run-scope.ts';

const transportNames = ['the unix socket', 'TCP', 'in-process'] as const;

export type TransportName = (typeof transportNames)[number];

/** A way to a repository that can be closed; `raw` is where plain HTTP requests go, undefined in-process. */
interface OpenedWay {
  readonly send: Transport;
  readonly raw: RawTarget | undefined;
  close(): Promise<void>;
}

/** A repository with Anna, Bert and Carla, as it is reached over one transport. */
export interface School {
  readonly transport: TransportName;
  readonly dataDirectory: string;
  readonly send: Transport;
  /** Where plain HTTP requests go; throws in-process. */
  readonly raw: RawTarget;
  readonly admin: Client;
  readonly anna: Client;
  readonly bert: Client;
  readonly carla: Client;
  /** Without credentials. */
  readonly nobody: Client;
  as(person: Pick<TestPerson, 'userName' | 'password'>): Client;
  withHeaders(headers: Readonly<Record<string, string>>): Client;
  /** Closes the repository and opens it again; `meanwhile` may change its files. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

async function overHttp(dataDirectory: string, overrides: Overrides, bySocket: boolean): Promise<OpenedWay> {
  const server = await serveDirectory(dataDirectory, overrides);
  const baseUrl = new URL(server.url);
  const socketPath = bySocket ? await socketOf(dataDirectory) : undefined;
  const http: HttpTransport = createHttpTransport({ baseUrl, socketPath });
  return {
    send: http.send,
    raw: { baseUrl, socketPath },
    async close() {
      http.close();
      await server.close();
    },
  };
}

async function socketOf(dataDirectory: string): Promise<string> {
  const daemon = JSON.parse(await readFile(dataPaths(dataDirectory).daemon, 'utf8')) as RunningDaemon;
  if (daemon.socket === null) throw new Error(`The daemon in ${dataDirectory} has no socket: its path is too long.`);
  return daemon.socket;
}

async function openWay(name: TransportName, dataDirectory: string, overrides: Overrides): Promise<OpenedWay> {
  if (name === 'in-process') return { ...(await openDirectory(dataDirectory, overrides)), raw: undefined };
  return overHttp(dataDirectory, overrides, name === 'the unix socket');
}

function createSchool(transport: TransportName, overrides: Overrides) {
  let dataDirectory = '';
  let way: OpenedWay | undefined;
  const opened = (): OpenedWay => {
    if (way === undefined) throw new Error('The repository is not open: use it in tests and hooks only.');
    return way;
  };
  const send: Transport = checkedByDocument((call) => opened().send(call));
  const clientOf = (person: Pick<TestPerson, 'userName' | 'password'>): Client =>
    createClient(send, () => basic(person));
  const school: School = {
    transport,
    get dataDirectory() {
      return dataDirectory;
    },
    send,
    get raw() {
      const { raw } = opened();
      if (raw === undefined) throw new Error('In-process there is no HTTP.');
      return raw;
    },
    admin: clientOf(admin),
    anna: clientOf(anna),
    bert: clientOf(bert),
    carla: clientOf(carla),
    nobody: createClient(send),
    as: clientOf,
    withHeaders: (headers) => createClient(send, () => headers),
    async restart(meanwhile = async () => {}) {
      await opened().close();
      way = undefined;
      await meanwhile();
      way = await openWay(transport, dataDirectory, overrides);
    },
  };
  return {
    school,
    async open() {
      dataDirectory = await newSchoolDirectory();
      way = await openWay(transport, dataDirectory, overrides);
    },
    async close() {
      try {
        await way?.close();
      } finally {
        await removeFolder(dataDirectory);
      }
    },
  };
}

/** `npm test` runs acceptance tests without a server, `npm run test:ci` over HTTP. */
const transportsIn: Readonly<Record<RunScope, readonly TransportName[]>> = {
  quick: ['in-process'],
  rest: ['the unix socket', 'TCP'],
  full: transportNames,
  // Also what only HTTP shows can be what shows an operation.
  blanked: ['TCP'],
};

/** Of a suite that names its transports, a blanked run needs one. */
const limitedTo = (only: readonly TransportName[]): readonly TransportName[] =>
  runScope === 'blanked' ? only.slice(0, 1) : only;

/**
 * Runs the same suite over several transports, each against a repository of its own that real code opens and closes. Call it at
 * the top of a test file, once or more. `only` names the transports of every run; without it, the scope of the run decides.
 */
export function withTransports(
  suite: (school: School) => void,
  options: { readonly only?: readonly TransportName[]; readonly overrides?: Overrides } = {},
): void {
  const { only } = options;
  describe.each(only === undefined ? transportsIn[runScope] : limitedTo(only))('over %s', (name) => {
    const { school, open, close } = createSchool(name, options.overrides ?? {});
    beforeAll(open);
    afterAll(close);
    suite(school);
  });
}

/** Runs the same suite over every transport in every run. */
export const withEveryTransport = (suite: (school: School) => void): void =>
  withTransports(suite, { only: transportNames });

import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import { admin, anna, basic, bert } from './people.ts';
import type { RawTarget } from './raw-request.ts';
import { newSchoolDirectory, type Overrides, removeFolder, serveDirectory } from './repository.ts';

/** A repository with Anna and Bert that listens on a port of its own. */
export interface ServedSchool {
  readonly id: string;
  /** `{base_url}` */
  readonly url: string;
  readonly raw: RawTarget;
  readonly admin: Client;
  readonly anna: Client;
  readonly bert: Client;
  /** Without credentials. */
  readonly nobody: Client;
  /** Ends the server, and leaves its data directory. */
  stop(): Promise<void>;
  /** Ends the server if it runs, and removes everything. */
  close(): Promise<void>;
}

/** Serves a new school under this ID. */
export async function serveSchool(id: string, overrides: Overrides = {}): Promise<ServedSchool> {
  const directory = await newSchoolDirectory();
  // The repositories of the tests are on this machine.
  const allowPrivate = { 'network.allowPrivate': 'true' };
  const given = { 'repository.id': id, 'repository.title': `School ${id}`, ...allowPrivate, ...overrides };
  const server = await serveDirectory(directory, given).catch(async (error: unknown) => {
    await removeFolder(directory);
    throw error;
  });
  const baseUrl = new URL(server.url);
  const http = createHttpTransport({ baseUrl });
  const stop = async (): Promise<void> => {
    http.close();
    await server.close();
  };
  return {
    id,
    url: server.url,
    raw: { baseUrl, socketPath: undefined },
    admin: createClient(http.send, () => basic(admin)),
    anna: createClient(http.send, () => basic(anna)),
    bert: createClient(http.send, () => basic(bert)),
    nobody: createClient(http.send),
    stop,
    async close() {
      await stop();
      await removeFolder(directory);
    },
  };
}

/** How a way to a repository behaves: it lets everything through, or does something that no repository does. */
type Behaviour = 'passes' | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server in front of a repository that can be told to misbehave. */
export interface WayTo {
  /** The address of the repository on this way. */
  readonly url: string;
  behaviour: Behaviour;
  /** The paths of the requests so far. */
  readonly requests: string[];
  close(): Promise<void>;
}

function forward(target: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const options = { host: target.hostname, port: target.port, method, path, headers };
  const onward = httpRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/** Opens a way to the repository at `{base_url}`; with a certificate, by HTTPS. */
export async function openWayTo(url: string, certificate?: Record<'key' | 'cert', string>): Promise<WayTo> {
  const target = new URL(url);
  const requests: string[] = [];
  const way = { behaviour: 'passes' as Behaviour };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(request.url ?? '');
    if (way.behaviour === 'passes') forward(target, request, response);
    else way.behaviour(request, response);
  };
  const server = certificate === undefined ? createServer(handle) : createSecureServer(certificate, handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(way, {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}${target.pathname}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Connects a repository with another one, which is reached by `url`. */
export const connectTo = (school: ServedSchool, url: string, options: { readonly write?: boolean } = {}) =>
  school.admin.addConnectedRepository({ body: { url, ...options } });

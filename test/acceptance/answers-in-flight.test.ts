import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { createHttpTransport, type HttpTransport } from '../../src/client/http-transport.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import type { RunningServer } from '../../src/daemon/serve.ts';
import { anna, basic } from '../support/people.ts';
import { type RawTarget, rawConnection, rawRequest } from '../support/raw-request.ts';
import { newSchoolDirectory, removeFolder, serveDirectory } from '../support/repository.ts';
import { at, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

let directory: string;
let server: RunningServer;
let http: HttpTransport;
let client: Client;
let overSocket: RawTarget;
let folder: WireNode;
let large: WireNode;
let small: WireNode;

/** Three of these nodes are a page, and four such pages are nearly all that may be in flight. */
const overrides = { 'limits.pageBytes': '1MB', 'limits.answersInFlight': '3MB' };
const properties = Object.fromEntries([1, 2, 3, 4].map((number) => [`ccm:long${number}`, 'x'.repeat(63_000)]));

beforeAll(async () => {
  directory = await newSchoolDirectory();
  server = await serveDirectory(directory, overrides);
  http = createHttpTransport({ baseUrl: new URL(server.url) });
  client = createClient(http.send, () => basic(anna));
  const { socket } = JSON.parse(await readFile(dataPaths(directory).daemon, 'utf8')) as { socket: string };
  // Over TCP the system takes megabytes for a client that reads nothing.
  overSocket = { baseUrl: new URL(server.url), socketPath: socket };
  folder = await makeFolder(client);
  small = await makeNode(client, { type: 'ccm:io' });
  for (let number = 0; number < 6; number += 1)
    large = await makeNode(client, { type: 'ccm:io', parent: folder, properties });
});
afterAll(async () => {
  http.close();
  await server.close();
  await removeFolder(directory);
});

const listPath = (): string => `/node/v1/nodes/-home-/${folder.ref.id}/children`;

/** Asks for the folder, waits for the beginning of the answer, and reads no further. */
async function slowReader(): Promise<Socket> {
  const socket = await rawConnection(overSocket);
  const { pathname } = overSocket.baseUrl;
  socket.write(
    `GET ${pathname}${listPath()} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(anna)['authorization']}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

const get = (path: string) => rawRequest(overSocket, { path, headers: basic(anna) });
const nodePath = ({ ref }: WireNode): string => `/node/v1/nodes/-home-/${ref.id}/metadata`;

async function expectBusy(path: string): Promise<void> {
  const { status, headers, json } = await get(path);
  expect(status, path).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(json()).toMatchObject({ message: expect.stringMatching(/Too many large responses.*Try again/) as string });
}

const statusOf = async (path: string): Promise<number> => (await get(path)).status;

const endings: readonly [string, (reader: Socket) => void][] = [
  ['have read what they asked for', (reader) => reader.resume()],
  ['are gone', (reader) => reader.destroy()],
];

test.each(endings)(
  'others are told to wait while slow readers hold what answers may take, and served when they %s',
  async (_, end) => {
    const readers: Socket[] = [];
    try {
      // The fifth finds room for one node, and its page ends there.
      for (let number = 0; number < 5; number += 1) readers.push(await slowReader());
      await expectBusy(listPath());
      await expectBusy(nodePath(large));
      // By the long way as well.
      await expectBusy(`${listPath()}/`);
      await expectBusy(`${nodePath(large)}/`);
      // What is short, and what tells of a change, goes out all the same.
      expect(await statusOf(nodePath(small))).toBe(200);
      expect(await statusOf('/iam/v1/people/-home-/-me-')).toBe(200);
      const { node } = await client.updateMetadata({ ...at(large), body: { 'cclom:title': ['Neu'] } });
      expect(node.title).toBe('Neu');
      for (const reader of readers) end(reader);
      await expect.poll(() => statusOf(nodePath(large))).toBe(200);
      const { status, json } = await get(listPath());
      expect(status).toBe(200);
      expect((json() as { nodes: unknown[] }).nodes).toHaveLength(3);
    } finally {
      for (const reader of readers) reader.destroy();
    }
  },
);

test('answers that wait on a connection that breaks are not counted any more', async () => {
  const reader = await slowReader();
  const { pathname } = overSocket.baseUrl;
  const more = `GET ${pathname}${listPath()} HTTP/1.1\r\nhost: x\r\nauthorization: ${basic(anna)['authorization']}\r\n\r\n`;
  reader.write(more.repeat(5));
  await expect.poll(() => statusOf(nodePath(large))).toBe(503);
  reader.destroy();
  await expect.poll(() => statusOf(nodePath(large))).toBe(200);
  await expect.poll(async () => ((await get(listPath())).json() as { nodes: unknown[] }).nodes.length).toBe(3);
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requireProcessMemory } from '../faults/process-memory.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';
import { type Connection, openConnection } from './connection.ts';
import { startWatchedServer } from './watched-server.ts';

const request = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

/** A connection to a server that answers the first bytes with these, and closes the connection where `closes` says so. */
async function connectionTo(answer: string, closes = false): Promise<Connection> {
  const server = createServer((socket) => {
    socket.once('data', () => (closes ? socket.end(answer) : socket.write(answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = await openConnection({ host: '127.0.0.1', port }, 500);
  onTestFinished(() => {
    connection.close();
    server.close();
  });
  return connection;
}

const read = async (answer: string, closes = false): Promise<[number, string]> => {
  const { status, body } = await (await connectionTo(answer, closes)).exchange(request);
  return [status, body.toString()];
};

test('Responses are read with a length, in chunks, after an interim response, and up to the end of the connection', async () => {
  expect(await read('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc')).toEqual([200, 'abc']);
  expect(await read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n')).toEqual([
    200,
    'abc',
  ]);
  expect(await read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n')).toEqual([413, '']);
  expect(await read('HTTP/1.1 304 Not Modified\r\n\r\n')).toEqual([304, '']);
  expect(await read('HTTP/1.1 200 OK\r\n\r\nabc', true)).toEqual([200, 'abc']);
});

test.each([
  ['silent', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', false],
  ['closed', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', true],
  ['closed', '', true],
  ['garbled', 'not HTTP\r\n\r\n', false],
  ['garbled', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc', false],
])('What is no whole response is reported as %s', async (reason, answer, closes) => {
  const connection = await connectionTo(answer, closes);
  await expect(connection.exchange(request)).rejects.toMatchObject({ reason });
  expect(connection.isOpen()).toBe(false);
});

test('The memory and the end of a server process are seen', async (context) => {
  requireProcessMemory(context);
  const dataDirectory = await newSchoolDirectory();
  onTestFinished(() => removeFolder(dataDirectory));
  const server = await startWatchedServer({ dataDirectory });
  onTestFinished(server.daemon.kill);
  const connection = await openConnection(server.address, 60_000);
  const about = Buffer.from(`GET ${server.basePath}/_about HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect((await connection.exchange(about)).status).toBe(200);
  expect((await connection.exchange(about)).status).toBe(200);
  expect(connection.isOpen()).toBe(true);
  expect(await server.peakBytes()).toBeGreaterThan(20_000_000);
  expect(server.death()).toBe(undefined);
  await server.daemon.kill();
  expect(server.death()).toMatch(/^The daemon ended with SIGKILL/);
  expect(await server.peakBytes()).toBeGreaterThan(20_000_000);
});

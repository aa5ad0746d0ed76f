import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { createHttpTransport } from '../../../src/client/http-transport.ts';

/** A server that answers every call with 404, and says how long it keeps connections. */
async function serverWith(keepAlive: string | undefined): Promise<{ server: Server; connections: () => number }> {
  let connections = 0;
  const server = createServer((_, response) => {
    if (keepAlive !== undefined) response.setHeader('Keep-Alive', keepAlive);
    response.statusCode = 404;
    response.end('{}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { server, connections: () => connections };
}

test.for([
  ['is closed before the server closes it', 'timeout=1', 2],
  ['is closed before that also after other parameters', 'max=100, timeout=1', 2],
  ['is used again in time', 'timeout=10', 1],
  ['is used again where the server does not say how long it keeps it', undefined, 1],
] as const)('a connection that was idle for 0.8 s %s', async ([, keepAlive, expected]) => {
  const { server, connections } = await serverWith(keepAlive);
  const { port } = server.address() as AddressInfo;
  const { send, close } = createHttpTransport({ baseUrl: new URL(`http://127.0.0.1:${port}/rest`) });
  onTestFinished(close);
  const client = createClient(send, () => ({}));
  await expect(client.getAbout()).rejects.toMatchObject({ status: 404 });
  await pause(800);
  await expect(client.getAbout()).rejects.toMatchObject({ status: 404 });
  expect(connections()).toBe(expected);
});

test('a response may take longer than a connection may be idle', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Keep-Alive', 'timeout=1');
    response.statusCode = 404;
    setTimeout(() => response.end('{}'), 1200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { send, close } = createHttpTransport({ baseUrl: new URL(`http://127.0.0.1:${port}/rest`) });
  onTestFinished(close);
  const client = createClient(send, () => ({}));
  for (let count = 0; count < 2; count += 1) await expect(client.getAbout()).rejects.toMatchObject({ status: 404 });
});

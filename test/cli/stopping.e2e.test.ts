import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { adminPassword, home, start, startDaemon, withBuiltProgram } from './built-program.ts';

withBuiltProgram();

async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('a daemon whose run/daemon.json cannot be removed ends all the same, and says what failed', async () => {
  const { daemon } = await startDaemon();
  const file = home('data', 'run', 'daemon.json');
  await rm(file);
  await mkdir(file);
  daemon.kill('SIGTERM');
  const { exitCode, stderr } = await daemon;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/"step":"removing run\/daemon\.json"/);
  expect(stderr).toContain('Some parts of the server did not shut down');
  await rm(file, { recursive: true });
  expect((await start(['ls', '/'])).exitCode).toBe(0);
});

test('a connection that waits for its next request does not delay the end', async () => {
  const { daemon, url } = await startDaemon();
  const socket = await connectTo(url);
  socket.write('GET /edu-sharing/rest/_about HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  daemon.kill('SIGTERM');
  expect((await daemon).exitCode).toBe(0);
});

test('a second SIGTERM ends a daemon at once that waits for a request', async () => {
  const { daemon, url } = await startDaemon();
  const socket = await connectTo(url);
  const signedIn = Buffer.from(`admin:${adminPassword}`).toString('base64');
  // A body that never comes.
  socket.write(
    [
      'POST /edu-sharing/rest/node/v1/nodes/-home-/-userhome-/children?type=ccm:map HTTP/1.1',
      'Host: x',
      `Authorization: Basic ${signedIn}`,
      'Content-Type: application/json',
      'Content-Length: 9',
      'Expect: 100-continue',
      '\r\n',
    ].join('\r\n'),
  );
  // The server asks for the body: the request is running.
  await once(socket, 'data');
  daemon.kill('SIGTERM');
  // Until the first one was heard, the second could be taken for it.
  await expect.poll(() => stat(home('data', 'run', 'daemon.json')).catch(() => 'gone')).toBe('gone');
  daemon.kill('SIGTERM');
  expect((await daemon).exitCode).toBe(130);
});

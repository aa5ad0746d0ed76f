import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { formOf, formType, type RawResponse, type RawTarget, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';

let dataDirectory = '';
let daemon: DaemonProcess;
let target: RawTarget;

beforeEach(async () => {
  dataDirectory = await newSchoolDirectory();
  daemon = await startDaemon({ dataDirectory, preloads: [new URL('../faults/breaking-parser.ts', import.meta.url)] });
  target = { baseUrl: new URL(daemon.url), socketPath: undefined };
});

afterEach(async () => {
  await daemon.stop();
  await removeFolder(dataDirectory);
});

/** Sends a form to the token endpoint, which needs no sign-in. */
const sendForm = (text: string): Promise<RawResponse> =>
  rawRequest(target, {
    method: 'POST',
    path: `^${target.baseUrl.pathname.replace(/\/rest$/, '')}/oauth2/token`,
    headers: { 'content-type': formType() },
    body: formOf([{ field: 'a', bytes: text }]),
  });

test.each(['rejection', 'exception'])(
  'an uncaught %s answers its request 500, and the server goes on',
  async (kind) => {
    const others = Promise.all([1, 2, 3].map(() => rawRequest(target, { path: '/_about' })));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await sendForm(`break by ${kind}`);
      expect(response.status).toBe(500);
      expect(ErrorResponse.parse(response.json())).toMatchObject({
        requestId: expect.any(String),
        stacktraceArray: null,
      });
    }
    for (const { status } of await others) expect(status).toBe(200);
    expectRefusal(await sendForm('nothing of the kind'), 401);
    expect(await daemon.stop()).toBe(0);
  },
);

test('a client that leaves before its form breaks does not end the server', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const body = formOf([{ field: 'a', bytes: 'break later' }]);
    const head = [
      `POST ${target.baseUrl.pathname.replace(/\/rest$/, '')}/oauth2/token HTTP/1.1`,
      `Host: ${target.baseUrl.host}`,
      `Content-Type: ${formType()}`,
      `Content-Length: ${body.length + 1}`,
    ];
    const socket = connect(Number(target.baseUrl.port), target.baseUrl.hostname);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    await setTimeout(10);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  // The parser breaks a moment after it got the form. A server that is being stopped no longer catches that.
  await setTimeout(500);
  expect((await rawRequest(target, { path: '/_about' })).status).toBe(200);
  expect(await daemon.stop()).toBe(0);
});

test('an exception outside of any request ends the server in order, with an error', async () => {
  expectRefusal(await sendForm('break outside'), 401);
  expect(await daemon.ended).toMatch(/^The daemon ended with 1\..*an exception outside of any request/s);
});

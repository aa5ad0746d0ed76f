import { on, once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAnswerBudget } from '../../../src/api/response/answer-budget.ts';
import { errorAnswer } from '../../../src/api/response/error-answer.ts';
import type { Answer, Call } from '../../../src/contract/call.ts';
import type { FileBody, UploadedFile } from '../../../src/contract/file-body.ts';
import { ErrorResponse } from '../../../src/contract/objects/common.ts';
import type { BodyGuardOptions } from '../../../src/http/body/body-guard.ts';
import { createRequestLog } from '../../../src/http/request-log.ts';
import { createHttpServer, type HttpServer } from '../../../src/http/server.ts';

let http: HttpServer;
const lines: Readonly<Record<string, unknown>>[] = [];
const sockets: Socket[] = [];

const answerError = (error: unknown, requestId = 'none'): Answer => errorAnswer(error, requestId, () => undefined);

/** What calls for the service wait for. */
let about: Promise<void> = Promise.resolve();
let answerAbout: () => void = () => undefined;

/** A file of two bytes, whose end is known only when calls for the service are answered. */
function lateEnd(): FileBody {
  async function* bytes() {
    yield Buffer.from('ab');
    await about;
  }
  const described = { mimeType: 'text/plain', fileName: 'a.txt', disposition: 'attachment' } as const;
  return { bytes: Readable.from(bytes()), size: 2, ...described };
}

const fileAnswer = (file: FileBody): Answer => ({ status: 200, headers: {}, body: { kind: 'file', file } });

/** Calls that came, by the name of the operation. */
const calls: string[] = [];

/** Reads the body to its end, as a service does, and answers how long it was. Calls for the service wait. */
async function send(call: Call): Promise<Answer> {
  calls.push(call.operation);
  if (call.operation === 'downloadContent') return fileAnswer(lateEnd());
  if (call.operation === 'getAbout') await about;
  try {
    if (call.trace !== undefined) call.trace.userName = 'anna';
    const body = await call.readBody?.();
    let bytes = JSON.stringify(body)?.length ?? 0;
    if (call.operation === 'uploadContent') {
      bytes = 0;
      for await (const chunk of (body as UploadedFile).bytes) bytes += (chunk as Buffer).length;
    }
    return { status: 200, headers: {}, body: { kind: 'json', value: { bytes } } };
  } catch (error) {
    return answerError(error, call.trace?.requestId);
  }
}

const start = async (bodies: BodyGuardOptions, perAddress = 100): Promise<Server> => {
  http = createHttpServer({
    send,
    contextPath: '',
    originAccess: async () => 'none',
    limits: { jsonBody: 10_000, jsonDepth: 100, upload: undefined },
    proxyOptions: { overUnixSocket: false, trustedProxies: [], forwardedHeader: 'x-forwarded-for' },
    answerError,
    answerBudget: createAnswerBudget({ page: 1_000_000, inFlight: 10_000_000 }),
    logError: () => undefined,
    connections: { total: 100, perAddress, groupOf: (address) => address },
    bodies,
    requestLog: createRequestLog(
      () => `r-${lines.length}`,
      (facts) => lines.push(facts),
    ),
  });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  return http.server;
};

beforeEach(() => {
  lines.length = 0;
  calls.length = 0;
  about = new Promise((resolve) => {
    answerAbout = resolve;
  });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  http.server.closeAllConnections();
  await new Promise((resolve) => http.server.close(resolve));
});

function connected(): Socket {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const folder = '/rest/node/v1/nodes/-home-/n/children?type=cm:folder';
const content = '/rest/node/v1/nodes/-home-/n/content';

const head = (path: string, type: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** The first response on a connection that has a length. */
async function responseOn(socket: Socket): Promise<{ status: number; body: unknown }> {
  let text = '';
  for await (const [chunk] of on(socket, 'data')) {
    text += (chunk as Buffer).toString('latin1');
    const [top = '', body = ''] = text.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(top)?.[1]);
    if (body.length >= length) return { status: Number(text.slice(9, 12)), body: JSON.parse(body.slice(0, length)) };
  }
  throw new Error('The connection ended.');
}

const pace = { windowMs: 60, minBytes: 300 };

describe('a client that sends too slowly', () => {
  test('gets 408 for a JSON body that comes byte by byte', async () => {
    await start({ pace });
    const socket = connected();
    socket.write(`${head(folder, 'application/json', 5_000)}{`);
    const drip = setInterval(() => socket.write(' '), 10);
    const { status, body } = await responseOn(socket).finally(() => clearInterval(drip));
    expect(status).toBe(408);
    expect(ErrorResponse.parse(body).message).toMatch(/too slowly/);
  });

  test('gets 408 for an upload that stops in its middle', async () => {
    await start({ pace });
    const socket = connected();
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nthe first words';
    socket.write(head(content, 'multipart/form-data; boundary=b', 5_000) + part);
    expect((await responseOn(socket)).status).toBe(408);
  });

  test('is not taken for one that sends fast enough for a long time', async () => {
    await start({ pace });
    const socket = connected();
    const end = '\r\n--b--\r\n';
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const pieces = 40;
    const length = part.length + pieces * 1_000 + end.length;
    socket.write(head(content, 'multipart/form-data; boundary=b', length) + part);
    const response = responseOn(socket);
    for (let sent = 0; sent < pieces; sent += 1) {
      socket.write('x'.repeat(1_000));
      await pause(10);
    }
    socket.write(end);
    expect(await response).toEqual({ status: 200, body: { bytes: pieces * 1_000 } });
  });
});

describe('bodies that take more memory than all may take together', () => {
  const answerToBody = async (): Promise<number> => {
    const socket = connected();
    socket.write(`${head(folder, 'application/json', 9_000)}"${'x'.repeat(8_998)}"`);
    return (await responseOn(socket)).status;
  };

  test('are refused with 503, and their end frees it', async () => {
    await start({ bytes: 20_000 });
    const held = [connected(), connected()];
    for (const socket of held) socket.write(head(folder, 'application/json', 9_000) + '['.repeat(8_000));
    await expect.poll(answerToBody).toBe(503);
    for (const socket of held) socket.destroy();
    await expect.poll(answerToBody).toBe(200);
  });

  test('are forgotten with a connection on which they wait behind another request', async () => {
    await start({ bytes: 20_000 });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const socket = connected();
      const about = 'GET /rest/_about HTTP/1.1\r\nHost: x\r\n\r\n';
      socket.write(about + head(folder, 'application/json', 9_000) + '['.repeat(8_000));
      await expect.poll(() => calls.filter((name) => name === 'createNode').length).toBe(attempt + 1);
      socket.destroy();
      await once(socket, 'close');
    }
    await expect.poll(answerToBody).toBe(200);
  });
});

test('a connection that is refused has no request served, and is closed', async () => {
  await start({}, 2);
  const [first, second] = [connected(), connected()];
  await Promise.all([once(first, 'connect'), once(second, 'connect')]);
  const refused = connected();
  const closed = once(refused, 'close');
  refused.write(`${head(folder, 'application/json', 4)}"ab"`);
  expect((await responseOn(refused)).status).toBe(503);
  await closed;
  expect(calls).toEqual([]);
  const connections = (): Promise<number> => new Promise((resolve) => http.server.getConnections((_, n) => resolve(n)));
  await expect.poll(connections).toBe(2);
});

test('bytes that are no request are answered behind the responses of all requests before', async () => {
  await start({});
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const socket = connected();
    socket.write(`${head(folder, 'application/json', 4)}"ab"`);
    expect((await responseOn(socket)).status).toBe(200);
    socket.write('this is no HTTP\r\n\r\n');
    expect((await responseOn(socket)).status).toBe(400);
  }
});

/** Collects all that comes on a connection. */
function receivedOn(socket: Socket): () => string {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  return () => received;
}

test('bytes that are no request are answered behind a response whose last byte has come, and its end has not', async () => {
  await start({});
  const socket = connected();
  const received = receivedOn(socket);
  socket.write('GET /eduservlet/download?nodeId=n HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(received).toMatch(/\r\n\r\nab$/);
  socket.write('this is no HTTP\r\n\r\n');
  await pause(50);
  answerAbout();
  await once(socket, 'close');
  expect(received()).toMatch(/\r\n\r\nabHTTP\/1\.1 400 .*"error"/s);
});

test('bytes that are no request are not answered in the place of responses that are still to come', async () => {
  await start({});
  const socket = connected();
  const received = receivedOn(socket);
  socket.write('GET /rest/_about HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  await expect.poll(() => calls).toEqual(['getAbout', 'getAbout']);
  socket.write('this is no HTTP\r\n\r\n');
  await pause(50);
  answerAbout();
  await once(socket, 'close');
  expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(received()).toContain('{"bytes":0}');
});

test('a client that ends its half of the connection gets all responses, and then the connection closes', async () => {
  const server = await start({});
  // No connection is ended because it is idle for long.
  server.keepAliveTimeout = 0;
  const halfClosed = once(server, 'connection').then(([accepted]) => once(accepted as Socket, 'end'));
  const socket = connected();
  const received = receivedOn(socket);
  socket.end('GET /rest/_about HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));
  await halfClosed;
  expect(calls).toEqual(['getAbout', 'getAbout']);
  answerAbout();
  await once(socket, 'close');
  expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('a client that ends its half of the connection within a request gets 400', async () => {
  await start({});
  const socket = connected();
  const received = receivedOn(socket);
  socket.end(`${head(folder, 'application/json', 9)}"ab"`);
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
});

test('the connection of a client that leaves while it waits is released', async () => {
  const server = await start({});
  const remaining = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  const left: Socket[] = [];
  for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
    const socket = connected();
    left.push(socket);
    socket.write('GET /rest/_about HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => calls.length).toBe(left.length);
    socket[leave]();
  }
  const silent = connected();
  await once(silent, 'connect');
  silent.end();
  answerAbout();
  await expect.poll(remaining).toBe(0);
  await expect.poll(() => lines.length).toBe(left.length);
});

test('every timeout of the server is finite', async () => {
  const server = await start({});
  for (const timeout of [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout]) {
    expect(timeout).toBeGreaterThan(0);
  }
  expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
  expect(server.requestTimeout).toBeLessThanOrEqual(24 * 3_600_000);
});

test('a server that stops ends connections that have sent nothing or half a head, and answers what has come', async () => {
  const server = await start({});
  // No connection is ended because it is idle for long.
  server.keepAliveTimeout = 0;
  const silent = connected();
  const halfway = connected();
  halfway.write('GET /rest/_about HTT');
  const busy = connected();
  const requested = once(server, 'request');
  busy.write(head(folder, 'application/json', 4));
  await requested;
  const ended = Promise.all([once(silent, 'close'), once(halfway, 'close')]);
  const closed = new Promise((resolve) => server.close(resolve));
  http.connections.endIdle();
  await ended;
  busy.write('"ab"');
  expect((await responseOn(busy)).status).toBe(200);
  await closed;
});

test('each request is logged with its route, and nothing secret', async () => {
  await start({});
  const socket = connected();
  socket.write(`${head(`${folder}&ticket=geheim`, 'application/json', 4)}"ab"`);
  await responseOn(socket);
  socket.write('GET /rest/nothing/geheim?a=geheim HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer geheim\r\n\r\n');
  await responseOn(socket);
  expect(lines).toEqual([
    {
      method: 'POST',
      route: '/node/v1/nodes/{repository}/{node}/children',
      status: 200,
      duration: expect.any(Number),
      requestId: 'r-0',
      userName: 'anna',
    },
    {
      method: 'GET',
      route: null,
      path: '/rest/nothing/geheim',
      status: 404,
      duration: expect.any(Number),
      requestId: 'r-1',
      userName: '',
    },
  ]);
});

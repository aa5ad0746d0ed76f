import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createAnswerBudget } from '../../../../src/api/response/answer-budget.ts';
import { yieldToEventLoop } from '../../../../src/base/scheduling/event-loop.ts';
import { createHttpApp } from '../../../../src/http/app.ts';
import { createReadPace } from '../../../../src/http/response/read-pace.ts';
import { streamBody } from '../../../../src/http/response/stream-body.ts';

/** Does something with the answer to a client that asks, gets the first bytes, and breaks the connection. */
async function whileClientLeaves<T>(server: Server, path: string, work: (response: ServerResponse) => T): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const done = work(response);
    await once(client, 'data');
    client.resetAndDestroy();
    return await done;
  } finally {
    client.destroy();
    server.close();
  }
}

const outcomeFor = async (bytes: Readable): Promise<PromiseSettledResult<void>> => {
  const [outcome] = await whileClientLeaves(createServer(), '/', (response) =>
    Promise.allSettled([streamBody(bytes, response, undefined, createReadPace(60_000))]),
  );
  return outcome;
};

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(500_000);
}

test('a client that breaks the connection is no failure, and what was read for it is let go', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const bytes = Readable.from(endless());
    expect(await outcomeFor(bytes)).toMatchObject({ status: 'fulfilled' });
    expect(bytes.destroyed).toBe(true);
  }
});

test('nobody who runs the repository reads of a client that breaks the connection', async () => {
  const reported: unknown[] = [];
  const bytes = Readable.from(endless());
  const file = {
    mimeType: 'video/mp4',
    fileName: 'a.mp4',
    disposition: 'inline' as const,
    tag: 'a',
    size: undefined,
    bytes,
  };
  const app = createHttpApp({
    send: async () => ({ status: 200, headers: {}, body: { kind: 'file', file } }),
    contextPath: '',
    originAccess: async () => 'none',
    limits: { jsonBody: 1000, jsonDepth: 100, upload: undefined },
    proxyOptions: { overUnixSocket: false, trustedProxies: [], forwardedHeader: 'x-forwarded-for' },
    answerBudget: createAnswerBudget({ page: 1000, inFlight: 1000 }),
    answerError: () => ({ status: 500, headers: {}, body: { kind: 'empty' } }),
    logError: (...told) => reported.push(told),
  });
  await whileClientLeaves(createServer(app), '/eduservlet/download?nodeId=a', (response) => once(response, 'close'));
  await expect.poll(() => bytes.destroyed).toBe(true);
  await yieldToEventLoop();
  expect(reported).toEqual([]);
});

test('bytes that fail are a failure, though the client hears of it by the end of the connection only', async () => {
  function* failing(): Generator<Buffer> {
    yield Buffer.alloc(10);
    throw new Error('The disk is broken.');
  }
  const outcome = await outcomeFor(Readable.from(failing()));
  expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The disk is broken.' } });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createAnswerBudget } from '../../../../src/api/response/answer-budget.ts';
import { WrittenJson } from '../../../../src/contract/written-json.ts';
import { createHttpApp } from '../../../../src/http/app.ts';

/** More than the buffers of a connection hold. */
const size = 16_000_000;

/** The response to the client with this number: only its digit, so that the bytes of another response show. */
const bodyFor = (client: number): Buffer => Buffer.alloc(size, String(client % 10));

const createApp = () =>
  createHttpApp({
    send: async ({ query }) => ({
      status: 200,
      headers: {},
      body: { kind: 'written-json', json: new WrittenJson(bodyFor(Number(query['query']))) },
    }),
    contextPath: '',
    originAccess: async () => 'none',
    limits: { jsonBody: 1000, jsonDepth: 100, upload: undefined },
    proxyOptions: { overUnixSocket: false, trustedProxies: [], forwardedHeader: 'x-forwarded-for' },
    answerBudget: createAnswerBudget({ page: 1000, inFlight: 1_000_000_000 }),
    answerError: () => ({ status: 500, headers: {}, body: { kind: 'empty' } }),
    logError: () => undefined,
  });

test('no client gets bytes of the response to another, while some read slowly and others leave', async () => {
  const server = createServer(createApp()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = (client: number) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET /rest/_about?query=${client} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  const bodyOf = async (socket: ReturnType<typeof ask>): Promise<Buffer> => (await buffer(socket)).subarray(-size);
  try {
    // A paused socket reads nothing, so most pieces of its response wait in the server.
    const slow = Array.from({ length: 3 }, (_, client) => ask(client).pause());
    for (let round = 0; round < 3; round += 1) {
      const leaving = ask(round + 1);
      await once(leaving, 'data');
      leaving.resetAndDestroy();
      for (const client of [round + 3, round + 6])
        expect((await bodyOf(ask(client))).equals(bodyFor(client))).toBe(true);
    }
    for (const [client, socket] of slow.entries()) expect((await bodyOf(socket)).equals(bodyFor(client))).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

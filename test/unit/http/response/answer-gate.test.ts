import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createAnswerBudget } from '../../../../src/api/response/answer-budget.ts';
import type { Answer } from '../../../../src/contract/call.ts';
import { createAnswerGate } from '../../../../src/http/response/answer-gate.ts';

const large = 32_000_000;
const refusal: Answer = { status: 503, headers: {}, body: { kind: 'empty' } };

afterEach(() => vi.useRealTimers());

/** A server that answers with as many bytes as the system does not take for a client that reads nothing. */
async function serveLarge() {
  const budget = createAnswerBudget({ page: large, inFlight: large });
  const gate = createAnswerGate(budget, () => refusal);
  const text = 'x'.repeat(large);
  const server = createServer((_, response) => {
    const { status, body } = gate(response, { status: 200, headers: {}, body: { kind: 'json', value: text } });
    response.writeHead(status);
    response.end(body.kind === 'written-json' ? body.json.bytes : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (method = 'GET') => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${method} / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };
  return { budget, ask, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('a client that does not take its answer is left, and its share goes to others', async () => {
  const { budget, ask, close } = await serveLarge();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = await ask();
  expect(budget.inFlight).toBeGreaterThan(large - 100_000);
  // A slow client that does go on has its time: ten kilobytes a second, and a minute.
  vi.advanceTimersByTime(60_000 + large / 10 - 1_000);
  expect(budget.inFlight).toBeGreaterThan(0);
  vi.advanceTimersByTime(2_000);
  await vi.waitUntil(() => budget.inFlight === 0, 120_000);
  socket.destroy();
  await close();
});

test('of a call that changes something the answer is not refused', async () => {
  const { budget, ask, close } = await serveLarge();
  const [reader, changing, refused] = [await ask(), await ask('POST'), await ask()];
  expect([reader, changing, refused].map((socket) => /HTTP\/1.1 (\d+)/.exec(String(socket.read(20)))?.[1])).toEqual([
    '200',
    '200',
    '503',
  ]);
  for (const socket of [reader, changing, refused]) socket.destroy();
  await vi.waitUntil(() => budget.inFlight === 0, 120_000);
  await close();
});

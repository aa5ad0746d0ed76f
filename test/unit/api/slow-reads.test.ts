import { beforeEach, expect, test } from 'vitest';
import type { Handlers } from '../../../src/api/handler.ts';
import { createAnswerBudget } from '../../../src/api/response/answer-budget.ts';
import type { Call, Transport } from '../../../src/contract/call.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { loneDispatch } from '../../support/lone-dispatch.ts';

const answerBudget = createAnswerBudget({ page: 1_000_000, inFlight: 1_000_000 });

let send: Transport;
/** Lets the slow handler go on. */
let goOn: () => void;
/** The end of the slow handler: undefined, or its failure. */
let outcome: Promise<unknown>;

beforeEach(async () => {
  const services = await bareRepository(memorySeams());
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  /** Takes memory for its response before and after it waits, as a long list does. */
  const slow =
    ({ getAbout }: Handlers): Handlers['getAbout'] =>
    async (input, context) => {
      context.reservation.take(200_000);
      const work = waiting.then(() => context.reservation.take(200_000));
      outcome = work.then(
        () => undefined,
        (error: unknown) => error,
      );
      await work;
      return getAbout(input, context);
    };
  const handlersOver = (handlers: Handlers) => ({ getAbout: slow(handlers) });
  send = loneDispatch(services, { readTime: 50, answerBudget, handlersOver });
});

const call: Call = { operation: 'getAbout', params: {}, query: {}, body: undefined, headers: {} };

test('a call that reads for too long is answered 503, and holds no memory whenever it ends', async () => {
  const { status, headers, body } = await send(call);
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('5');
  expect(body).toMatchObject({ value: { message: expect.stringMatching(/longer than 0\.05 s/) } });
  expect(answerBudget.inFlight).toBe(0);
  goOn();
  expect(await outcome).toMatchObject({ message: 'The reservation is closed.' });
  expect(answerBudget.inFlight).toBe(0);
});

test('a call that ends in time is answered as ever', async () => {
  const answer = send(call);
  goOn();
  expect((await answer).status).toBe(200);
  expect(await outcome).toBeUndefined();
});

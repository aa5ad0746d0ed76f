import { beforeEach, expect, test } from 'vitest';
import { createDispatch } from '../../../src/api/dispatch.ts';
import type { Handlers } from '../../../src/api/handler.ts';
import { createHandlers } from '../../../src/api/handlers.ts';
import { createAnswerBudget } from '../../../src/api/response/answer-budget.ts';
import { createAuthenticate } from '../../../src/api/sign-in/authenticate.ts';
import { createRequireNewCall } from '../../../src/api/sign-in/repeated-calls.ts';
import type { Call, Transport } from '../../../src/contract/call.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { noElsewhere, noGateway } from '../../support/unconnected.ts';

const settings = {
  repository: { id: 'local', title: 'School', nodeForm: 'map' as const },
  version: '1',
  contextPath: '/edu-sharing',
  publicUrl: undefined,
  allowedOrigins: new Set<string>(),
  ownUrl: () => 'http://127.0.0.1',
  pageSize: 100,
  readTime: 50,
  publishedLimits: {},
  frontend: { values: {}, variables: {}, language: {} },
  checkAnswers: true,
};

const answerBudget = createAnswerBudget({ page: 1_000_000, inFlight: 1_000_000 });

let send: Transport;
/** Lets the slow handler go on. */
let goOn: () => void;
/** The end of the slow handler: undefined, or its failure. */
let outcome: Promise<unknown>;

beforeEach(async () => {
  const services = await bareRepository(memorySeams());
  const handlers = createHandlers({
    services,
    settings,
    gateway: noGateway,
    process: { pid: 1, startedAt: '2026-01-01T00:00:00.000Z' },
  });
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  /** Takes memory for its response before and after it waits, as a long list does. */
  const slow: Handlers['getAbout'] = async (input, context) => {
    context.reservation.take(200_000);
    const work = waiting.then(() => context.reservation.take(200_000));
    outcome = work.then(
      () => undefined,
      (error: unknown) => error,
    );
    await work;
    return handlers.getAbout(input, context);
  };
  send = createDispatch({
    ...noElsewhere(services, settings),
    handlers: { ...handlers, getAbout: slow },
    authenticate: createAuthenticate(services, undefined),
    requireNewCall: createRequireNewCall(services),
    settings,
    contentModel: services.contentModel,
    answerBudget,
    newRequestId: () => 'r-1',
    reportFailure: (_id, error) => {
      throw error;
    },
  });
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

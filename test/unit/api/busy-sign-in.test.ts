import { beforeEach, describe, expect, test } from 'vitest';
import { createDispatch } from '../../../src/api/dispatch.ts';
import { createHandlers } from '../../../src/api/handlers.ts';
import { createAnswerBudget } from '../../../src/api/response/answer-budget.ts';
import { createAuthenticate } from '../../../src/api/sign-in/authenticate.ts';
import { createRequireNewCall } from '../../../src/api/sign-in/repeated-calls.ts';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import { createClient } from '../../../src/client/client.ts';
import type { Answer, Call, Transport } from '../../../src/contract/call.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { basic } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { noElsewhere, noGateway } from '../../support/unconnected.ts';

const settings = {
  repository: { id: 'local', title: 'School', nodeForm: 'map' as const },
  version: '1',
  contextPath: '/edu-sharing',
  publicUrl: undefined,
  allowedOrigins: new Set<string>(),
  ownUrl: () => 'http://127.0.0.1',
  pageSize: 100,
  readTime: 60_000,
  publishedLimits: {},
  frontend: { values: {}, variables: {}, language: {} },
  checkAnswers: true,
};

let send: Transport;

/** A repository where so many passwords are being checked that no other is. */
beforeEach(async () => {
  const busy = new RepositoryError('Unavailable', 'Too many passwords.', { details: { retryAfter: 3 } });
  const passwords = { hash: async (password: string) => password, verify: () => Promise.reject(busy) };
  const services = await bareRepository(memorySeams({ passwords }));
  send = createDispatch({
    ...noElsewhere(services, settings),
    handlers: createHandlers({
      services,
      settings,
      gateway: noGateway,
      process: { pid: 1, startedAt: '2026-01-01T00:00:00.000Z' },
    }),
    authenticate: createAuthenticate(services, undefined),
    requireNewCall: createRequireNewCall(services),
    settings,
    contentModel: services.contentModel,
    answerBudget: createAnswerBudget({ page: 1_000_000, inFlight: 1_000_000 }),
    newRequestId: () => 'r-1',
    reportFailure: (_id, error) => {
      throw error;
    },
  });
});

const headers = basic({ userName: 'admin', password: 'right' });

const answerTo = (operation: Call['operation']): Promise<Answer> =>
  send({ operation, params: {}, query: {}, body: undefined, headers });

describe('where too many passwords are being checked', () => {
  test('validateSession answers 200 all the same, and says when to come again', async () => {
    const { status, headers: answered, body } = await answerTo('validateSession');
    expect(status).toBe(200);
    expect(answered['retry-after']).toBe('3');
    expect(body).toMatchObject({ value: { statusCode: 'INVALID_CREDENTIALS', isValidLogin: false } });
  });

  test('a session can be left', async () => {
    const { status, headers: answered } = await answerTo('destroySession');
    expect(status).toBe(200);
    expect(answered['set-cookie']).toContain('Max-Age=0');
  });

  test('what needs a sign-in is 503', async () => {
    const person = createClient(send, () => headers).getPerson({ repository: '-home-', person: '-me-' });
    await expectRefused(person, 503, /Too many/);
  });
});

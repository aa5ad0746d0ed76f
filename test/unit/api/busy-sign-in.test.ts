import { beforeEach, describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import { createClient } from '../../../src/client/client.ts';
import type { Answer, Call, Transport } from '../../../src/contract/call.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { loneDispatch } from '../../support/lone-dispatch.ts';
import { noGeneratedPasswords } from '../../support/no-generated-passwords.ts';
import { basic } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';

let send: Transport;

/** A repository where so many passwords are being checked that no other is. */
beforeEach(async () => {
  const busy = new RepositoryError('Unavailable', 'Too many passwords.', { details: { retryAfter: 3 } });
  const passwords = {
    ...noGeneratedPasswords,
    ...{ hash: async (password: string) => password, verify: () => Promise.reject(busy) },
  };
  const services = await bareRepository(memorySeams({ passwords }));
  send = loneDispatch(services);
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

import { beforeEach, expect, test } from 'vitest';
import { createAuthenticate } from '../../../src/api/sign-in/authenticate.ts';
import { createTokenGrant } from '../../../src/api/sign-in/token-grant.ts';
import type { Services } from '../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../support/bare-repository.ts';
import { basic } from '../../support/people.ts';

type Line = readonly [message: string, facts: Readonly<Record<string, unknown>> | undefined];

const clientAddress = '203.0.113.66';

let lines: Line[];
let services: Services;

beforeEach(async () => {
  lines = [];
  const add = (message: string, facts?: Readonly<Record<string, unknown>>): void => {
    lines.push([message, facts]);
  };
  services = await bareRepository(memorySeams({ log: { info: add, warn: add, error: add } }));
  await services.people.create({ userName: 'anna', password: 'right' });
  lines = [];
});

async function signIn(headers: Readonly<Record<string, string>>): Promise<void> {
  const identity = await createAuthenticate(
    services,
    'operator',
  )({ operation: 'getPerson', headers, query: {}, clientAddress });
  expect(identity.by).toBe('failed');
}

const refused = (facts: Readonly<Record<string, string>>): Line => [
  'A sign-in was refused.',
  { address: clientAddress, ...facts },
];

test('a wrong password is logged, with the name that the repository knows and the address', async () => {
  await signIn(basic({ userName: 'anna', password: 'wrong secret' }));
  expect(lines).toEqual([refused({ reason: 'wrong password', userName: 'anna' })]);
});

test('a name that the repository does not know is not logged: it may be a password', async () => {
  await signIn(basic({ userName: 'my secret\n{"level":"error"}', password: 'anna' }));
  expect(lines).toEqual([refused({ reason: 'unknown user name' })]);
});

test('each one that has to wait is logged too', async () => {
  for (let n = 0; n < 30; n += 1) await signIn(basic({ userName: 'anna', password: `wrong ${n}` }));
  expect(lines).toHaveLength(30);
  expect(lines.at(-1)).toEqual(refused({ reason: 'too many wrong sign-ins', userName: 'anna' }));
  expect(JSON.stringify(lines)).not.toContain('wrong 2');
});

test.each([
  ['Bearer not-a-token-of-ours', 'unknown or expired token'],
  [`EDU-TICKET TICKET_${'0'.repeat(64)}`, 'unknown or expired ticket'],
  ['Negotiate abcdefgh', 'credentials that cannot be read'],
])('%s is logged, without what was shown', async (authorization, reason) => {
  await signIn({ authorization });
  expect(lines).toEqual([refused({ reason })]);
});

test('a signature that is refused is logged', async () => {
  const headers = { 'x-edu-app-id': 'nowhere', 'x-edu-app-sig': 'a', 'x-edu-app-signed': 'b1', 'x-edu-app-ts': '1' };
  const call = { operation: 'getPerson', headers, query: {}, clientAddress } as const;
  await expect(createAuthenticate(services, 'operator')(call)).rejects.toMatchObject({ code: 'BadRequest' });
  expect(lines).toEqual([refused({ reason: expect.stringMatching(/^app signature: .*nowhere/) })]);
});

test.each([
  [{ client_secret: 'wrong' }, 'unknown client or wrong secret'],
  [{ username: 'anna', password: 'wrong' }, 'wrong password'],
  [{ grant_type: 'refresh_token', refresh_token: 'old' }, 'unknown, used or expired refresh token'],
])('what the token endpoint refuses is logged: %o', async (given, reason) => {
  const secret = await services.oauthClients.add('our-app');
  const request = {
    ...{ grant_type: 'password', client_id: 'our-app', client_secret: secret },
    ...{ username: '', password: '', refresh_token: '' },
    ...given,
  };
  await expect(createTokenGrant(services)(request, undefined, clientAddress)).rejects.toMatchObject({
    code: 'Unauthorized',
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.[1]).toMatchObject({ reason, address: clientAddress });
});

test('a sign-in that is right is not logged as refused', async () => {
  const headers = basic({ userName: 'anna', password: 'right' });
  const call = { operation: 'getPerson', headers, query: {}, clientAddress } as const;
  expect((await createAuthenticate(services, 'operator')(call)).by).toBe('header');
  expect(lines).toEqual([]);
});

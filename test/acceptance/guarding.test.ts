import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { anna, basic, bert } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Wrong passwords until the next one is not looked at any more. */
async function failTooOften(school: School, userName: string, headers: Readonly<Record<string, string>> = {}) {
  for (let n = 0; n < 8; n += 1) {
    await rawRequest(school.raw, {
      path: '/iam/v1/people/-home-/-me-',
      headers: { ...basic({ userName, password: `wrong ${n}` }), ...headers },
    });
  }
}

withTransports(
  (school) => {
    describe('after too many wrong passwords', () => {
      const attacker = { 'x-forwarded-for': '203.0.113.66' };
      const me = (headers: Readonly<Record<string, string>>) =>
        rawRequest(school.raw, { path: '/iam/v1/people/-home-/-me-', headers });

      test('also the right one has to wait, but not from another address', async () => {
        const person = { userName: newName('victim'), password: 'right' };
        await school.admin.createPerson({ repository, person: person.userName, password: 'right', body: {} });
        await failTooOften(school, person.userName, attacker);
        const refused = await me({ ...basic(person), ...attacker });
        expectRefusal(refused, 429, /Try again in \d+ seconds?/);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect((await me({ ...basic(person), 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
        // On a slow machine the wait is over by now.
        await failTooOften(school, person.userName, attacker);
        // What was right elsewhere a moment ago is no answer to the one who guesses.
        expect((await me({ ...basic(person), ...attacker })).status).toBe(429);
      });

      test('a colleague at the same address is asked to come again in two seconds, and is in, while a hundred come in a second', async () => {
        const colleague = { userName: newName('colleague'), password: 'right' };
        await school.admin.createPerson({ repository, person: colleague.userName, password: 'right', body: {} });
        const beside = { 'x-forwarded-for': '203.0.113.70' };
        const noise: Promise<unknown>[] = [];
        const guess = () => {
          const guessed = { userName: `invented ${noise.length}`, password: 'guessed' };
          noise.push(me({ ...basic(guessed), ...beside }));
        };
        // By hand, so that the budget of the address is used up before: two of ten hashes are computed at a time.
        for (let n = 0; n < 20; n += 1) guess();
        await Promise.all(noise);
        const timer = setInterval(guess, 10);
        try {
          const statuses: number[] = [];
          // How long a hash takes is for the machine to say: by the second attempt where it is quick.
          while (statuses.length < 8 && statuses.at(-1) !== 200) {
            const { status, headers } = await me({ ...basic(colleague), ...beside });
            statuses.push(status);
            if (status === 200) break;
            expect(Number(headers['retry-after'])).toBeLessThanOrEqual(2);
            await pause(Number(headers['retry-after']) * 1_000);
          }
          expect(statuses.at(-1)).toBe(200);
        } finally {
          clearInterval(timer);
          await Promise.all(noise);
        }
      });

      test('validateSession stays 200, and the token endpoint 401', async () => {
        const userName = newName('victim');
        await failTooOften(school, userName, attacker);
        const headers = { ...basic({ userName, password: 'right' }), ...attacker };
        const session = await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers });
        expect(session.status).toBe(200);
        expect(session.json()).toMatchObject({ statusCode: 'INVALID_CREDENTIALS', isValidLogin: false });
        expect(Number(session.headers['retry-after'])).toBeGreaterThan(0);
        const token = await rawRequest(school.raw, {
          method: 'POST',
          path: '^/edu-sharing/oauth2/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...attacker },
          body: new URLSearchParams({
            grant_type: 'password',
            client_id: 'our-app',
            client_secret: 'from the file',
            username: userName,
            password: 'right',
          }).toString(),
        });
        expectRefusal(token, 401, /Try again in \d+ seconds?/);
        expect(Number(token.headers['retry-after'])).toBeGreaterThan(0);
      });

      test('the old password cannot be guessed by way of setting a new one', async () => {
        const person = { userName: newName('victim'), password: 'right' };
        await school.admin.createPerson({ repository, person: person.userName, password: 'right', body: {} });
        const own = school.withHeaders({ ...basic(person), 'x-forwarded-for': '203.0.113.67' });
        const guess = (oldPassword: string) =>
          own.setPersonCredential({ repository, person: '-me-', body: { oldPassword, newPassword: 'mine' } });
        for (let n = 0; n < 5; n += 1) await expectRefused(guess(`wrong ${n}`), 403, /old password is wrong/);
        await expectRefused(guess('wrong again'), 429, /Try again in \d+ seconds?/);
      });
    });
  },
  {
    only: ['TCP'],
    overrides: {
      'server.trustedProxies': '[127.0.0.1]',
      'authentication.oauth.clients': JSON.stringify({ 'our-app': 'from the file' }),
    },
  },
);

withTransports(
  (school) => {
    test('first and last login are recorded, by whichever way somebody signs in', async () => {
      await school.anna.validateSession();
      const token = await school.nobody.createToken({
        body: {
          grant_type: 'password',
          client_id: 'our-app',
          client_secret: 'by file',
          username: bert.userName,
          password: bert.password,
        },
      });
      expect(token.token_type).toBe('Bearer');
      await school.restart(async () => {
        const { store } = await openSeams(school.dataDirectory, false, silent);
        try {
          for (const userName of [anna.userName, bert.userName]) {
            const login = await store.logins.get(userName);
            expect(Date.parse(login?.first ?? '')).toBeLessThanOrEqual(Date.now());
            expect(login?.last).toBe(login?.first);
          }
          expect(await store.logins.get('carla')).toBeUndefined();
        } finally {
          await store.close();
        }
      });
    });

    test('whoever may read the data directory stays an administrator, whatever becomes of admin', async () => {
      const person = newName('head');
      await school.admin.createPerson({ repository, person, password: 'head', body: {} });
      await school.admin.addMember({ repository, group: 'ALFRESCO_ADMINISTRATORS', member: person });
      const head = school.as({ userName: person, password: 'head' });
      await head.removeMember({ repository, group: 'ALFRESCO_ADMINISTRATORS', member: 'admin' });
      expect(await school.admin.validateSession()).toMatchObject({ isAdmin: false });
      const token = (await readFile(dataPaths(school.dataDirectory).operatorToken, 'utf8')).trim();
      const operator = school.withHeaders({ authorization: `Bearer ${token}` });
      expect(await operator.validateSession()).toMatchObject({ isAdmin: true, isValidLogin: true });
      await operator.createPerson({ repository, person: newName('new'), body: {} });
    });
  },
  {
    only: ['in-process'],
    overrides: { 'authentication.oauth.clients': JSON.stringify({ 'our-app': 'by file' }) },
  },
);

withTransports(
  (school) => {
    test('a secret of the configuration may stand in a file or a variable', async () => {
      await writeFile(join(school.dataDirectory, 'client-secret'), 'in the file\n', { mode: 0o600 });
      process.env['TEST_CLIENT_SECRET'] = 'in the variable';
      const clients = { a: { file: 'client-secret' }, b: { env: 'TEST_CLIENT_SECRET' } };
      const grant = (id: string, secret: string) =>
        school.nobody.createToken({
          body: {
            grant_type: 'password',
            client_id: id,
            client_secret: secret,
            username: anna.userName,
            password: anna.password,
          },
        });
      try {
        const config = dataPaths(school.dataDirectory).config;
        await school.restart(() => writeFile(config, JSON.stringify({ authentication: { oauth: { clients } } })));
        await grant('a', 'in the file');
        await grant('b', 'in the variable');
        await expectRefused(grant('a', 'in the variable'), 401);
      } finally {
        delete process.env['TEST_CLIENT_SECRET'];
      }
    });
  },
  { only: ['in-process'] },
);

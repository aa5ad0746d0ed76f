import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { bearer, whoIs } from '../support/oauth.ts';
import { anna, type TestPerson } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';
const client_id = 'edu-repo-cli';
const grantOf = ({ userName: username, password }: Pick<TestPerson, 'userName' | 'password'>) => ({
  grant_type: 'password',
  client_id,
  username,
  password,
});
const refreshOf = (refresh_token: string) => ({ grant_type: 'refresh_token', client_id, refresh_token });

const tokenRequest = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path: '^/edu-sharing/oauth2/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
});

withTransports((school) => {
  describe('the public client', () => {
    test('signs people in by their password alone: without a secret, or with an empty one', async () => {
      for (const body of [grantOf(anna), { ...grantOf(anna), client_secret: '' }]) {
        const token = await school.nobody.createToken({ body });
        expect(await whoIs(bearer(school, token.access_token))).toBe('anna');
      }
    });

    test('has no secret, and a wrong password, an unknown person and no password are 401', async () => {
      await expectRefused(
        school.nobody.createToken({ body: { ...grantOf(anna), client_secret: 'guessed' } }),
        401,
        /client_secret/,
      );
      for (const change of [{ password: 'wrong' }, { password: '' }, { username: newName('nobody') }, { username: '' }])
        await expectRefused(school.nobody.createToken({ body: { ...grantOf(anna), ...change } }), 401, /password/);
      await expectRefused(
        school.nobody.createToken({ body: { ...grantOf(anna), client_id: 'edu-repo' } }),
        401,
        /client/,
      );
      const grant = { ...grantOf(anna), grant_type: 'client_credentials' };
      await expectRefused(school.nobody.createToken({ body: grant }), 401, /grant_type/);
    });

    test('gets each refresh token once; a used one ends the sign-in', async () => {
      const first = await school.nobody.createToken({ body: grantOf(anna) });
      const second = await school.nobody.createToken({ body: refreshOf(first.refresh_token) });
      expect(await whoIs(bearer(school, first.access_token))).toBeNull();
      expect(await whoIs(bearer(school, second.access_token))).toBe('anna');
      await expectRefused(school.nobody.createToken({ body: refreshOf(first.refresh_token) }), 401, /used before/);
      expect(await whoIs(bearer(school, second.access_token))).toBeNull();
      await expectRefused(school.nobody.createToken({ body: refreshOf(second.refresh_token) }), 401);
    });

    test('cannot refresh what another client got, nor another client what it got', async () => {
      const other = newName('portal');
      const { secret: client_secret } = await school.admin.addOAuthClient({ client: other });
      const theirs = await school.nobody.createToken({ body: { ...grantOf(anna), client_id: other, client_secret } });
      await expectRefused(school.nobody.createToken({ body: refreshOf(theirs.refresh_token) }), 401);
      const own = await school.nobody.createToken({ body: grantOf(anna) });
      const body = { ...refreshOf(own.refresh_token), client_id: other, client_secret };
      await expectRefused(school.nobody.createToken({ body }), 401);
    });

    test('signs nobody in who is blocked', async () => {
      const person = { userName: newName('blocked'), password: 'right' };
      await school.admin.createPerson({ repository, person: person.userName, password: 'right', body: {} });
      const { access_token, refresh_token } = await school.nobody.createToken({ body: grantOf(person) });
      await school.admin.setPersonStatus({ repository, person: person.userName, status: 'blocked' });
      await expectRefused(school.nobody.createToken({ body: grantOf(person) }), 401);
      await expectRefused(school.nobody.createToken({ body: refreshOf(refresh_token) }), 401);
      expect(await whoIs(bearer(school, access_token))).toBeNull();
    });

    test('is replaced by a registered client with its ID, which needs its secret', async () => {
      const before = await school.nobody.createToken({ body: grantOf(anna) });
      const { secret } = await school.admin.addOAuthClient({ client: client_id });
      try {
        await expectRefused(school.nobody.createToken({ body: grantOf(anna) }), 401, /client_secret/);
        expect(await whoIs(bearer(school, before.access_token))).toBeNull();
        const token = await school.nobody.createToken({ body: { ...grantOf(anna), client_secret: secret } });
        expect(await whoIs(bearer(school, token.access_token))).toBe('anna');
      } finally {
        await school.admin.removeOAuthClient({ client: client_id });
      }
      await school.nobody.createToken({ body: grantOf(anna) });
    });
  });
});

withTransports(
  (school) => {
    test('guessing by the public client is slowed down, for the one who guesses, and for no one else', async () => {
      const person = { userName: newName('victim'), password: 'right' };
      await school.admin.createPerson({ repository, person: person.userName, password: 'right', body: {} });
      const attacker = { 'x-forwarded-for': '203.0.113.80' };
      const request = (fields: Record<string, string>, headers: Record<string, string>) =>
        rawRequest(school.raw, tokenRequest(fields, headers));
      for (let n = 0; n < 8; n += 1) await request(grantOf({ ...person, password: `wrong ${n}` }), attacker);
      const refused = await request(grantOf(person), attacker);
      expectRefusal(refused, 401, /Try again in \d+ seconds?/);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await request(grantOf(person), { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
    });

    test('the public client may be named in the header, as other clients may', async () => {
      const { client_id: _, ...fields } = grantOf(anna);
      const authorization = `Basic ${Buffer.from(`${client_id}:`).toString('base64')}`;
      expect((await rawRequest(school.raw, tokenRequest(fields, { authorization }))).status).toBe(200);
    });

    test('wrong secrets for the public client keep nobody from it, and are counted themselves', async () => {
      const attacker = { 'x-forwarded-for': '203.0.113.81' };
      const send = (fields: Record<string, string>) => rawRequest(school.raw, tokenRequest(fields, attacker));
      const guesses = [];
      for (let n = 0; n < 8; n += 1) guesses.push(await send({ ...grantOf(anna), client_secret: `guess ${n}` }));
      expect(guesses.at(-1)?.headers['retry-after']).toBeDefined();
      expect((await send(grantOf(anna))).status).toBe(200);
    });
  },
  { only: ['TCP'], overrides: { 'server.trustedProxies': '[127.0.0.1]' } },
);

withTransports(
  (school) => {
    test('switched off, the public client gets no tokens, and is registered like any other', async () => {
      await expectRefused(school.nobody.createToken({ body: grantOf(anna) }), 401, /client_id/);
      const { secret } = await school.admin.addOAuthClient({ client: client_id });
      await expectRefused(school.nobody.createToken({ body: grantOf(anna) }), 401, /client_secret/);
      await school.nobody.createToken({ body: { ...grantOf(anna), client_secret: secret } });
    });
  },
  { only: ['in-process'], overrides: { 'authentication.oauth.publicClient': 'false' } },
);

withTransports(
  (school) => {
    test('switched off, its sign-ins end', async () => {
      const token = await school.nobody.createToken({ body: grantOf(anna) });
      const config = { authentication: { oauth: { publicClient: false } } };
      await school.restart(() => writeFile(dataPaths(school.dataDirectory).config, JSON.stringify(config)));
      expect(await whoIs(bearer(school, token.access_token))).toBeNull();
      await expectRefused(school.nobody.createToken({ body: refreshOf(token.refresh_token) }), 401);
    });
  },
  { only: ['in-process'] },
);

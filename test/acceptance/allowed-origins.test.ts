import { expect, test } from 'vitest';
import { registeredApp } from '../support/apps.ts';
import { admin, anna, basic } from '../support/people.ts';
import { formOf, formType, type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const listed = 'https://moodle.example.org';
const withPort = 'http://192.0.2.10:8081';

const me = '/iam/v1/people/-home-/-me-';

const permission = ({ headers }: Pick<RawResponse, 'headers'>) => headers['access-control-allow-origin'];

const preflight = (school: School, origin: string, more: Readonly<Record<string, string>> = {}) =>
  rawRequest(school.raw, {
    method: 'OPTIONS',
    path: '/node/v1/nodes/-home-/-root-/metadata',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
      ...more,
    },
  });

const read = (school: School, origin: string) =>
  rawRequest(school.raw, { path: me, headers: { ...basic(anna), origin } });

withTransports(
  (school) => {
    test('a script of an allowed origin may call, and may read what is answered', async () => {
      for (const origin of [listed, withPort]) {
        const asked = await preflight(school, origin);
        expect(asked.status).toBe(204);
        expect(asked.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': expect.stringContaining('DELETE'),
          'access-control-allow-headers': 'authorization,content-type',
          vary: 'Origin',
        });
        const answered = await read(school, origin);
        expect(answered.status).toBe(200);
        expect(answered.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers': expect.stringContaining('ETag'),
        });
      }
    });

    test('caches are told that the response depends on the origin, also without one', async () => {
      for (const headers of [{}, { origin: listed }, { origin: 'https://other.example.org' }]) {
        const response = await rawRequest(school.raw, { path: me, headers: { ...basic(anna), ...headers } });
        expect(response.headers.vary).toBe('Origin');
      }
    });

    test('it may also read errors', async () => {
      const missing = await rawRequest(school.raw, {
        path: `/node/v1/nodes/-home-/${newName('nothing')}/metadata`,
        headers: { ...basic(anna), origin: listed },
      });
      expect([missing.status, permission(missing)]).toEqual([404, listed]);
      const unknown = await rawRequest(school.raw, { path: '/no/such/path', headers: { origin: listed } });
      expect([unknown.status, permission(unknown)]).toEqual([404, listed]);
    });

    test('a public site may ask for a repository in a private network', async () => {
      const { headers } = await preflight(school, listed, { 'access-control-request-private-network': 'true' });
      expect(headers['access-control-allow-private-network']).toBe('true');
    });

    test('no other origin is allowed, however similar', async () => {
      const others = [
        'http://moodle.example.org',
        'https://moodle.example.org:8443',
        'https://evil.moodle.example.org',
        'https://moodle.example.org.evil.example',
        'https://example.org',
        'http://192.0.2.10',
        'null',
        '*',
        '',
      ];
      for (const origin of others) {
        const refused = await preflight(school, origin);
        expectRefusal(refused, 403, /server\.allowedOrigins/);
        expect(permission(refused)).toBeUndefined();
        expect(permission(await read(school, origin)), origin).toBeUndefined();
      }
    });

    test('a page of an allowed origin changes something with the session of its visitor, and ends it', async () => {
      const signIn = await rawRequest(school.raw, {
        path: '/authentication/v1/validateSession',
        headers: { ...basic(anna), origin: listed },
      });
      const cookie = signIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      expect(cookie).toMatch(/^JSESSIONID=/);
      const create = (origin: string) =>
        rawRequest(school.raw, {
          method: 'POST',
          path: '/node/v1/nodes/-home-/-userhome-/children?type=ccm:map',
          headers: { cookie, origin, 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
          body: `{"cm:name":["${newName('by a page')}"]}`,
        });
      expect((await create(listed)).status).toBe(200);
      expectRefusal(await create('https://other.example.org'), 403, /server\.allowedOrigins/);
      const leave = (origin: string) =>
        rawRequest(school.raw, {
          path: '/authentication/v1/destroySession',
          headers: { cookie, origin, 'sec-fetch-site': 'cross-site' },
        });
      expectRefusal(await leave('https://other.example.org'), 403, /another site/);
      expect((await leave(listed)).status).toBe(200);
      expectRefusal(await create(listed), 401);
    });

    test('an app allows the origins of its registration to call with a token, for as long as it is registered', async () => {
      const origins = ['https://lms.example.org', 'https://portal.example.org:8443'];
      expect(permission(await read(school, 'https://lms.example.org'))).toBeUndefined();
      const app = await registeredApp(school, { allow_origin: `${origins.join(', ')}/ *, no-origin` });
      for (const origin of origins) {
        const { headers } = await read(school, origin);
        expect(headers['access-control-allow-origin']).toBe(origin);
        // Without this header, a browser sends neither cookies nor passwords, and shows nothing that it got with them.
        expect(headers['access-control-allow-credentials']).toBeUndefined();
        expect((await preflight(school, origin)).status).toBe(204);
      }
      for (const origin of ['no-origin', '*', 'https://any.example.org']) {
        expect(permission(await read(school, origin)), origin).toBeUndefined();
      }
      // The page of an app must not act as the administrator who visits it.
      const change = await rawRequest(school.raw, {
        ...{ method: 'PUT', path: '/admin/v1/applications/xml', body: formOf([]) },
        headers: { ...basic(admin), origin: 'https://lms.example.org', 'content-type': formType() },
      });
      expectRefusal(change, 403, /server\.allowedOrigins/);
      const { status } = await rawRequest(school.raw, {
        method: 'DELETE',
        path: `/admin/v1/applications/${app.id}`,
        headers: basic(admin),
      });
      expect(status).toBe(200);
      for (const origin of origins) expect(permission(await read(school, origin))).toBeUndefined();
    });
  },
  { only: ['TCP'], overrides: { 'server.allowedOrigins': `${listed}, ${withPort}/` } },
);

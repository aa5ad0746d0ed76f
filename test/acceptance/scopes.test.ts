import { describe, expect, test } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic, bert, type TestPerson } from '../support/people.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFolder, namesIn, newName } from '../support/trees.ts';

const repository = '-home-';

interface Attempt {
  readonly userName?: string;
  readonly password?: string;
  readonly scope?: string | null;
}

const cookieOf = ({ headers }: RawResponse): string => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

async function newSession(school: School, person: TestPerson = anna): Promise<string> {
  return cookieOf(await rawRequest(school.raw, { path: '/authentication/v1/validateSession', headers: basic(person) }));
}

const enter = (school: School, headers: Readonly<Record<string, string>>, attempt: Attempt): Promise<RawResponse> =>
  rawRequest(school.raw, {
    method: 'POST',
    path: '/authentication/v1/loginToScope',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(attempt),
  });

const intoSafe = { userName: anna.userName, password: anna.password, scope: 'safe' };

const sessionOf = (school: School, cookie: string) => school.withHeaders({ cookie }).validateSession();

withTransports((school) => {
  describeOperation('loginToScope', school, {
    effect: {
      'what is made in the safe area is seen in it only': overHttp(async () => {
        const cookie = await newSession(school);
        const response = await enter(school, { cookie }, intoSafe);
        expect(response.json()).toMatchObject({ statusCode: 'OK', currentScope: 'safe', isValidLogin: true });
        const safe = school.withHeaders({ cookie: cookieOf(response) });
        const session = await safe.validateSession();
        expect(session).toMatchObject({ currentScope: 'safe', authorityName: 'anna', statusCode: 'OK' });
        const folder = await makeFolder(safe, { name: newName('grades') });
        expect(await namesIn(safe, '-userhome-')).toContain(folder.name);
        expect(await namesIn(school.anna, '-userhome-')).not.toContain(folder.name);
        await expectRefused(school.anna.getNode(at(folder)), 404);
      }),
      'the session has a new id then, and the old one is worth nothing': overHttp(async () => {
        const cookie = await newSession(school);
        const inside = cookieOf(await enter(school, { cookie }, intoSafe));
        expect(inside).not.toBe(cookie);
        expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: false });
        expect(await sessionOf(school, inside)).toMatchObject({ currentScope: 'safe' });
      }),
      'without a scope the session leaves it, without a password': overHttp(async () => {
        const inside = cookieOf(await enter(school, { cookie: await newSession(school) }, intoSafe));
        for (const scope of ['', null, undefined]) {
          const response = await enter(school, { cookie: inside }, scope === undefined ? {} : { scope });
          if (scope !== '') continue;
          expect(response.json()).toMatchObject({ statusCode: 'OK', currentScope: null });
          expect(await sessionOf(school, cookieOf(response))).toMatchObject({ currentScope: null });
        }
        expect(await sessionOf(school, inside)).toMatchObject({ isValidLogin: false });
      }),
      'whoever signs in by a header gets a session for it': async () => {
        expect(await school.anna.loginToScope({ body: intoSafe })).toMatchObject({ currentScope: 'safe' });
        expect(await school.anna.validateSession()).toMatchObject({ currentScope: null });
      },
    },
    refusal: {
      'only the user of the session enters, and only with the password': async () => {
        const cases: [Attempt, string][] = [
          [{ ...intoSafe, password: 'wrong' }, 'INVALID_CREDENTIALS'],
          [{ ...intoSafe, userName: bert.userName, password: bert.password }, 'PREVIOUS_USER_WRONG'],
          [{ ...intoSafe, scope: 'other' }, 'INVALID_SCOPE'],
        ];
        for (const [body, statusCode] of cases) {
          const answer = await school.anna.loginToScope({ body });
          expect(answer).toMatchObject({ statusCode, isValidLogin: false, currentScope: null });
        }
        const answer = await school.nobody.loginToScope({ body: intoSafe });
        expect(answer).toMatchObject({ statusCode: 'PREVIOUS_SESSION_REQUIRED', isValidLogin: false });
      },
      'a refusal sets no cookie and leaves the session as it is': overHttp(async () => {
        const cookie = await newSession(school);
        const response = await enter(school, { cookie }, { ...intoSafe, scope: 'other' });
        expect(response.headers['set-cookie']).toBeUndefined();
        expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: true, currentScope: null });
      }),
    },
    badInput: {
      'a body of the wrong form is refused': async () => {
        // The types forbid what is tried here.
        const body = { userName: ['anna'] } as unknown as { userName: string };
        await expectRefused(school.anna.loginToScope({ body }), 400, /body userName/);
      },
    },
  });

  describeOperation('hasAccessToScope', school, {
    effect: {
      'whoever is signed in has access to the safe area, and it can be entered': async () => {
        expect(await school.anna.hasAccessToScope({ scope: 'safe' })).toEqual({ hasAccess: true });
        expect(await school.anna.loginToScope({ body: intoSafe })).toMatchObject({ currentScope: 'safe' });
      },
    },
    refusal: {
      'nobody else has': async () => {
        expect(await school.nobody.hasAccessToScope({ scope: 'safe' })).toEqual({ hasAccess: false });
      },
    },
    badInput: {
      'an unknown scope is open to nobody, and none at all is refused': async () => {
        expect(await school.admin.hasAccessToScope({ scope: 'other' })).toEqual({ hasAccess: false });
        // The types forbid what is tried here.
        const nothing = {} as unknown as { scope: string };
        await expectRefused(school.anna.hasAccessToScope(nothing), 400, /scope/);
      },
    },
  });

  describeOperation('destroySession', school, {
    effect: {
      'ends the session, and has the client forget it': overHttp(async () => {
        const [cookie, other] = [await newSession(school), await newSession(school)];
        const response = await rawRequest(school.raw, {
          path: '/authentication/v1/destroySession',
          headers: { cookie },
        });
        expect(response.status).toBe(200);
        expect(response.headers['set-cookie']?.[0]).toMatch(/^JSESSIONID=; Path=\/edu-sharing; .*Max-Age=0/);
        expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: false });
        expect(await sessionOf(school, other)).toMatchObject({ isValidLogin: true });
      }),
      'answers where there is none': async () => {
        expect(await school.nobody.destroySession()).toBeUndefined();
        expect(await school.anna.destroySession()).toBeUndefined();
      },
    },
    refusal: {
      'a header does not end the sessions of its person': overHttp(async () => {
        const cookie = await newSession(school);
        await school.anna.destroySession();
        expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: true });
      }),
      'wrong credentials end nothing': async () => {
        await school.withHeaders({ authorization: 'Basic !' }).destroySession();
        expect(await school.anna.validateSession()).toMatchObject({ isValidLogin: true });
      },
    },
    badInput: {
      'a session that nobody opened is passed over': async () => {
        expect(await school.withHeaders({ cookie: 'JSESSIONID=unknown' }).destroySession()).toBeUndefined();
      },
    },
  });
});

withTransports(
  (school) => {
    describe('a session', () => {
      test('ends with a new password, and with the person', async () => {
        const person = { ...anna, userName: newName('leaver'), password: 'old' };
        const path = { repository, person: person.userName };
        await school.admin.createPerson({ ...path, password: 'old', body: {} });
        const first = await newSession(school, person);
        await school.admin.setPersonCredential({ ...path, body: { newPassword: 'new' } });
        expect(await sessionOf(school, first)).toMatchObject({ isValidLogin: false });
        const second = await newSession(school, { ...person, password: 'new' });
        expect(await sessionOf(school, second)).toMatchObject({ authorityName: person.userName });
        await school.admin.deletePerson(path);
        await school.admin.createPerson({ ...path, password: 'new', body: {} });
        expect(await sessionOf(school, second)).toMatchObject({ isValidLogin: false });
      });

      test('is not carried on by a page of another site, which changes nothing', async () => {
        const cookie = await newSession(school);
        const { host } = school.raw.baseUrl;
        const make = (headers: Readonly<Record<string, string>>) =>
          rawRequest(school.raw, {
            method: 'POST',
            path: '/node/v1/nodes/-home-/-userhome-/children?type=ccm:map&renameIfExists=true',
            headers: { 'content-type': 'application/json', ...headers },
            body: `{"cm:name":["${newName('by a page')}"]}`,
          });
        const foreign = [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: `http://${host}.evil.example` },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
        ];
        for (const headers of foreign) expectRefusal(await make({ cookie, ...headers }), 403, /another site/);
        const own = [
          {},
          { origin: `http://${host}` },
          { 'sec-fetch-site': 'same-origin' },
          { 'sec-fetch-site': 'none' },
        ];
        for (const headers of own) expect((await make({ cookie, ...headers })).status).toBe(200);
        // A browser sends a password that it was told once as readily as its cookie.
        for (const headers of foreign) expectRefusal(await make({ ...basic(anna), ...headers }), 403, /another site/);
        for (const headers of own) expect((await make({ ...basic(anna), ...headers })).status).toBe(200);
        const read = await rawRequest(school.raw, {
          path: '/iam/v1/people/-home-/-me-',
          headers: { cookie, origin: 'https://evil.example' },
        });
        expect(read.status).toBe(200);
        expect(read.headers['access-control-allow-origin']).toBeUndefined();
      });
    });

    describe('destroySession', () => {
      const leave = (headers: Readonly<Record<string, string>>) =>
        rawRequest(school.raw, { path: '/authentication/v1/destroySession', headers });

      test('is refused to a page of another site, and the session goes on', async () => {
        const cookie = await newSession(school);
        const foreign = [
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
          { origin: 'https://evil.example' },
          { origin: 'null' },
        ];
        for (const headers of foreign) {
          const response = await leave({ cookie, ...headers });
          expectRefusal(response, 403, /another site/);
          expect(response.headers['set-cookie']).toBeUndefined();
        }
        expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: true });
      });

      test('ends the session for clients that are no browser, for the own site, and for one beside it', async () => {
        const own = [
          {},
          { 'sec-fetch-site': 'none' },
          { 'sec-fetch-site': 'same-origin' },
          { 'sec-fetch-site': 'same-site' },
          { 'sec-fetch-site': 'same-site', origin: 'https://moodle.example' },
          { origin: `http://${school.raw.baseUrl.host}` },
        ];
        for (const headers of own) {
          const cookie = await newSession(school);
          expect((await leave({ cookie, ...headers })).status).toBe(200);
          expect(await sessionOf(school, cookie)).toMatchObject({ isValidLogin: false });
        }
      });
    });

    test('loginToScope answers what the contract says, also to a body that is none', async () => {
      const document = await rawRequest(school.raw, { path: '/openapi.json' });
      const { paths } = document.json() as {
        paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      };
      const known = Object.keys(paths['/authentication/v1/loginToScope']?.['post']?.responses ?? {});
      const cookie = await newSession(school);
      const bodies = [
        '',
        '{',
        '[]',
        '"text"',
        '{"scope":7}',
        '{"userName":{}}',
        '{"scope":"safe"}',
        '{"scope":"nowhere"}',
      ];
      for (const body of bodies) {
        const { status } = await rawRequest(school.raw, {
          method: 'POST',
          path: '/authentication/v1/loginToScope',
          headers: { cookie, 'content-type': 'application/json' },
          body,
        });
        expect(known, `${status} for ${body}`).toContain(String(status));
      }
    });

    describe('two headers', () => {
      const me = (headers: Readonly<Record<string, string>>) =>
        rawRequest(school.raw, { path: '/iam/v1/people/-home-/-me-', headers });

      test('that name different people are 400, also where nobody has to sign in', async () => {
        const both = { authorization: basic(anna).authorization, authentication: basic(bert).authorization };
        expectRefusal(await me(both), 400, /different people/);
        const session = { path: '/authentication/v1/validateSession', headers: both };
        expectRefusal(await rawRequest(school.raw, session), 400, /different people/);
      });

      test('that name one person are one sign-in, and one that is wrong is 401', async () => {
        const { authorization } = basic(anna);
        expect((await me({ authorization, authentication: authorization })).status).toBe(200);
        expectRefusal(await me({ authorization, authentication: 'Bearer wrong' }), 401);
        expectRefusal(await me({ authorization: 'EDU-TICKET wrong', authentication: authorization }), 401);
        expect((await me({ authorization, authentication: '' })).status).toBe(200);
      });

      test('of which one is no Base64 are 401', async () => {
        for (const value of ['Basic !', 'Basic ä', 'Basic YW5uYTp4=x', 'Basic', 'Basic a b']) {
          expectRefusal(await me({ authorization: Buffer.from(value).toString('latin1') }), 401);
        }
      });
    });
  },
  { only: ['TCP'] },
);

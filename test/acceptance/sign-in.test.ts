import { describe, expect, test } from 'vitest';
import { anna, basic, bert, carla } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const sessionPath = '/authentication/v1/validateSession';
const mePath = '/iam/v1/people/-home-/-me-';

type Headers = Readonly<Record<string, string>>;

async function whoIs(school: School, headers: Headers): Promise<unknown> {
  const response = await rawRequest(school.raw, { path: mePath, headers });
  return response.status === 200
    ? (response.json() as { person: { userName: string } }).person.userName
    : response.status;
}

/** The cookies that a call sets, as they stand in the answer. */
async function cookiesSet(school: School, headers: Headers, path = sessionPath): Promise<string[]> {
  const response = await rawRequest(school.raw, { path, headers });
  expect(response.status).toBe(200);
  return response.headers['set-cookie'] ?? [];
}

async function newSession(school: School, person = anna): Promise<string> {
  const [first = ''] = await cookiesSet(school, basic(person));
  return first.split(';')[0] ?? '';
}

let lastHost = 0;

/** As a proxy says it: whoever fails too often from one address has to wait. */
function fromElsewhere(): Headers {
  lastHost += 1;
  return { 'x-forwarded-for': `192.0.2.${lastHost}` };
}

const encoded = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');

withTransports(
  (school) => {
    describe('Basic', () => {
      const credentials = `${anna.userName}:${anna.password}`;

      test.each(['authorization', 'authentication', 'Authorization', 'AUTHENTICATION'])(
        'is taken in the header %s',
        async (header) => {
          expect(await whoIs(school, { [header]: `Basic ${encoded(credentials)}` })).toBe('anna');
        },
      );

      test.each(['Basic', 'basic', 'BASIC'])('is taken as the scheme %s', async (scheme) => {
        expect(await whoIs(school, { authorization: `${scheme} ${encoded(credentials)}` })).toBe('anna');
      });

      test('is read as UTF-8, or else as Latin-1', async () => {
        expect(await whoIs(school, { authorization: `Basic ${encoded(credentials, 'utf8')}` })).toBe('anna');
        expect(await whoIs(school, { authorization: `Basic ${encoded(credentials, 'latin1')}` })).toBe('anna');
      });

      test('takes the password in both Unicode forms, but no other letters', async () => {
        const decomposed = { ...anna, password: anna.password.normalize('NFD') };
        expect(decomposed.password).not.toBe(anna.password);
        expect(await whoIs(school, basic(decomposed))).toBe('anna');
        expect(await whoIs(school, basic({ ...anna, password: anna.password.toLowerCase() }))).toBe(401);
      });

      test('without a colon has an empty password, and never the right one', async () => {
        expect(await whoIs(school, { authorization: `Basic ${encoded('anna')}` })).toBe(401);
        const silent = newName('silent');
        await school.admin.createPerson({ repository: '-home-', person: silent, body: {} });
        expect(await whoIs(school, { authorization: `Basic ${encoded(silent)}` })).toBe(401);
      });

      test('takes a password with colons, and one of a thousand letters', async () => {
        const person = { userName: newName('long'), password: `:${'ä'.repeat(1000)}:` };
        const call = { repository: '-home-', person: person.userName, password: person.password, body: {} };
        await school.admin.createPerson(call);
        expect(await whoIs(school, basic(person))).toBe(person.userName);
        expect(await whoIs(school, basic({ ...person, password: person.password.slice(0, -1) }))).toBe(401);
      });

      test('that is wrong is 401, again and again, also after a right one', async () => {
        expect(await whoIs(school, basic(anna))).toBe('anna');
        for (const password of ['', 'wrong', ` ${anna.password}`, bert.password]) {
          const headers = { ...basic({ ...anna, password }), ...fromElsewhere() };
          const response = await rawRequest(school.raw, { path: mePath, headers });
          expectRefusal(response, 401, /wrong or have expired/);
          expect(response.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"/);
        }
      });

      test('belongs to a name in any case and either Unicode form', async () => {
        for (const userName of ['Anna', 'ANNA']) expect(await whoIs(school, basic({ ...anna, userName }))).toBe('anna');
      });

      test('opens the dialog of a browser only for pages that a person opens', async () => {
        const challengeFor = async (headers: Readonly<Record<string, string>>) => {
          const response = await rawRequest(school.raw, { path: mePath, headers });
          expect(response.status).toBe(401);
          return response.headers['www-authenticate'];
        };
        const opened = [{}, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }];
        for (const headers of opened) expect(await challengeFor(headers)).toMatch(/^Basic realm=/);
        const byPage = [
          { 'x-requested-with': 'XMLHttpRequest' },
          { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
          { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
        ];
        for (const headers of byPage) expect(await challengeFor(headers)).toBe('Bearer realm="edu-repo"');
      });

      test('is told apart for everybody who signs in at the same time', async () => {
        const people = [anna, bert, carla, anna, bert, carla];
        const answers = await Promise.all(people.map((person) => whoIs(school, basic(person))));
        expect(answers).toEqual(people.map(({ userName }) => userName));
      });
    });

    describe('without credentials', () => {
      test('data is not given out: there is no guest unless one is allowed', async () => {
        expectRefusal(await rawRequest(school.raw, { path: mePath }), 401, /Sign in/);
        const path = '/node/v1/nodes/-home-/-companyhome-/metadata';
        expectRefusal(await rawRequest(school.raw, { path }), 401, /no guests/);
      });
    });

    describe('a session', () => {
      test('is opened by validateSession, and its cookie comes first, without a comma', async () => {
        const cookies = await cookiesSet(school, basic(anna));
        expect(cookies[0]).toMatch(/^JSESSIONID=[^;,\s]{20,}; /);
        expect(cookies[0]).toContain('HttpOnly');
        expect(cookies[0]).toContain('Path=/edu-sharing');
        expect(cookies.join('')).not.toContain(',');
      });

      test('goes on by the cookie alone, for reading and for writing', async () => {
        const cookie = await newSession(school);
        expect(await whoIs(school, { cookie })).toBe('anna');
        expect(await whoIs(school, { cookie: `a=b; ${cookie}; c=d` })).toBe('anna');
        const response = await rawRequest(school.raw, {
          method: 'POST',
          path: '/node/v1/nodes/-home-/-userhome-/children?type=ccm:io',
          headers: { cookie, 'content-type': 'application/json' },
          body: '{"cm:name":["by cookie"]}',
        });
        expect(response.status).toBe(200);
        expect(await school.withHeaders({ cookie }).validateSession()).toMatchObject({ authorityName: 'anna' });
      });

      test('is another one at each sign-in, and only of whoever signed in', async () => {
        const sessions = await Promise.all([anna, anna, bert].map((person) => newSession(school, person)));
        expect(new Set(sessions).size).toBe(3);
        const people = await Promise.all(sessions.map((cookie) => whoIs(school, { cookie })));
        expect(people).toEqual(['anna', 'anna', 'bert']);
      });

      test('is not opened by a wrong header, by none, by a cookie, or by another call', async () => {
        const cookie = await newSession(school);
        expect(await cookiesSet(school, {})).toEqual([]);
        expect(await cookiesSet(school, basic({ ...anna, password: 'wrong' }))).toEqual([]);
        expect(await cookiesSet(school, { cookie })).toEqual([]);
        expect(await cookiesSet(school, basic(anna), mePath)).toEqual([]);
      });

      test('that nobody opened is worth nothing', async () => {
        const cookie = await newSession(school);
        for (const wrong of ['JSESSIONID=', 'JSESSIONID=x', `${cookie}x`, cookie.replace('JSESSIONID', 'OTHER')]) {
          expect(await whoIs(school, { cookie: wrong })).toBe(401);
        }
      });

      test('yields to a header: the right one counts, and the wrong one is 401', async () => {
        const cookie = await newSession(school, anna);
        expect(await whoIs(school, { cookie, ...basic(bert) })).toBe('bert');
        expect(await whoIs(school, { cookie, ...basic({ ...bert, password: 'wrong' }) })).toBe(401);
        expect(await whoIs(school, { cookie, authorization: 'Bearer wrong' })).toBe(401);
        expect(await whoIs(school, { cookie, authorization: 'nonsense' })).toBe(401);
        const session = await school
          .withHeaders({ cookie, ...basic({ ...bert, password: 'wrong' }) })
          .validateSession();
        expect(session).toMatchObject({ isValidLogin: false, authorityName: null });
        expect(await whoIs(school, { cookie })).toBe('anna');
      });
    });
  },
  { only: ['TCP'], overrides: { 'server.trustedProxies': '[127.0.0.1]' } },
);

withTransports(
  (school) => {
    test('a session ends when it was idle for as long as the configuration says', async () => {
      const cookie = await newSession(school);
      expect(await whoIs(school, { cookie })).toBe(401);
      expect(await school.anna.validateSession()).toMatchObject({ sessionTimeout: 0 });
    });
  },
  { only: ['TCP'], overrides: { 'security.session.idleTimeout': 'PT0S' } },
);

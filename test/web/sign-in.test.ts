import { describe, expect, test } from 'vitest';
import { admin, anna } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';
import { webVisitor } from '../support/web-visitor.ts';

const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' };

withTransports(
  (school) => {
    describe('a visitor without a session', () => {
      test.each(['/', '/search?q=a', '/folder/-userhome-', '/trash', '/my-data', '/admin'])(
        'comes from %s to the sign-in, and after it to that page',
        async (path) => {
          const visitor = webVisitor(school.raw);
          const asked = await visitor.get(path);
          expect([asked.status, asked.path.startsWith('/sign-in')]).toEqual([200, true]);
          const to = new URL(asked.path, 'http://host').searchParams.get('to') ?? '/';
          expect(to).toBe(path);
          const page = await visitor.post('/sign-in', { ...admin, to });
          expect([page.status, page.path]).toEqual([200, path]);
        },
      );

      test.each(['//other.example', 'https://other.example/', '/\\other.example', 'javascript:alert(1)', '/a\r\nb: c'])(
        'is not led elsewhere by the address: %s',
        async (to) => {
          const visitor = webVisitor(school.raw);
          await visitor.get(`/sign-in?to=${encodeURIComponent(to)}`);
          const page = await visitor.post('/sign-in', { ...anna, to });
          expect([page.status, page.path]).toEqual([200, '/']);
        },
      );

      test('reads why a password is refused, in the language of the browser, and keeps the name', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.get('/sign-in');
        const page = await visitor.post('/sign-in', { userName: 'anna"><b>', password: 'falsch' }, german);
        expect(page.status).toBe(403);
        expect(page.words).toContain('Benutzername oder Passwort stimmt nicht.');
        expect(page.text).toContain('value="anna&quot;>&lt;b>"');
        expect(visitor.cookies.has('JSESSIONID')).toBe(false);
      });
    });

    describe('the session of the pages', () => {
      test('is that of the interface, below its path too, and its cookies are not for scripts', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.get('/sign-in');
        const token = /name="token" value="([^"]+)"/.exec((await visitor.get('/sign-in')).text)?.[1] ?? '';
        const answer = await visitor.send('POST', '/sign-in', { fields: { ...anna, token } });
        const cookies = answer.headers['set-cookie'] ?? [];
        const paths = cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1]);
        expect(paths.sort()).toEqual(['/', '/edu-sharing']);
        for (const cookie of cookies) expect(cookie).toMatch(/^JSESSIONID=.*; HttpOnly; SameSite=Lax/);
        const me = await visitor.send('GET', '/edu-sharing/rest/iam/v1/people/-home-/-me-', {
          headers: { accept: 'application/json' },
        });
        expect(me.json()).toMatchObject({ person: { userName: 'anna' } });
      });

      test('ends by the button, and the cookie opens nothing any more', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.signIn(anna);
        const session = visitor.cookies.get('JSESSIONID') ?? '';
        const page = await visitor.post('/sign-out');
        expect(page.words).toMatch(/You are signed out/);
        const again = await visitor.send('GET', '/', { headers: { cookie: `JSESSIONID=${session}` } });
        expect([again.status, again.headers['location']]).toEqual([303, '/sign-in']);
      });

      test('that was lost leads from a form to the sign-in, and back to the page of the form', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.signIn(anna);
        visitor.cookies.get('JSESSIONID');
        const referer = `${school.raw.baseUrl.origin}/trash`;
        const headers = { cookie: 'JSESSIONID=lost', referer };
        const answer = await visitor.send('POST', '/my-data', { fields: { token: 'x' }, headers });
        expect([answer.status, answer.headers['location']]).toEqual([303, '/sign-in?to=%2Ftrash']);
      });
    });

    describe('a form', () => {
      test.each([
        ['without a token', {}, {}],
        ['with a token that was made up', { token: 'x'.repeat(43) }, {}],
        ['without its cookie', {}, { cookie: 'JSESSIONID=x' }],
      ])('%s changes nothing', async (_, fields, headers) => {
        const visitor = webVisitor(school.raw);
        await visitor.signIn(anna);
        const before = (await school.anna.listChildren({ repository: '-home-', node: '-userhome-' })).pagination.total;
        const answer = await visitor.send('POST', '/folder/-userhome-/new', {
          fields: { name: 'Fremd', ...fields },
          headers,
        });
        expect([303, 400]).toContain(answer.status);
        const after = (await school.anna.listChildren({ repository: '-home-', node: '-userhome-' })).pagination.total;
        expect(after).toBe(before);
      });

      test('of another visitor, or of the time before the sign-in, has no valid token', async () => {
        const visitor = webVisitor(school.raw);
        const token = /name="token" value="([^"]+)"/.exec((await visitor.get('/sign-in')).text)?.[1] ?? '';
        await visitor.signIn(anna);
        const answer = await visitor.send('POST', '/folder/-userhome-/new', { fields: { name: 'Fremd', token } });
        expect(answer.status).toBe(400);
      });

      test.each([[{ 'sec-fetch-site': 'cross-site' }], [{ origin: 'https://other.example' }], [{ origin: 'null' }]])(
        'that a page of another site sent is refused, even with the token: %j',
        async (headers) => {
          const visitor = webVisitor(school.raw);
          await visitor.signIn(anna);
          const page = await visitor.post('/folder/-userhome-/new', { name: 'Fremd' }, headers);
          expect(page.status).toBe(403);
        },
      );

      test('that is no form, or too large, is refused with a page', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.signIn(anna);
        const json = await visitor.send('POST', '/folder/-userhome-/new', {
          fields: { name: 'x' },
          headers: { 'content-type': 'application/json' },
        });
        expect(json.status).toBe(400);
        const large = await visitor.post('/folder/-userhome-/new', { name: 'x'.repeat(400_000) });
        expect(large.status).toBe(413);
        expect(large.headers['content-type']).toBe('text/html; charset=utf-8');
      });
    });

    describe('the language', () => {
      test.each([
        ['de', 'de'],
        ['de-AT, en;q=0.9', 'de'],
        ['fr, de;q=0.3, en;q=0.8', 'en'],
        ['de;q=0, fr', 'en'],
        ['', 'en'],
        ['ü;;;q=q=q,,,', 'en'],
      ])('of a browser that accepts "%s" is %s', async (accepted, language) => {
        const page = await webVisitor(school.raw).get('/sign-in', { 'accept-language': accepted });
        expect(page.text).toContain(`<html lang="${language}">`);
      });

      test('can be chosen, stays chosen, and the visitor stays on the page', async () => {
        const visitor = webVisitor(school.raw);
        await visitor.get('/sign-in?to=%2Ftrash', german);
        const page = await visitor.post('/language', { language: 'en', to: '/sign-in?to=%2Ftrash' }, german);
        expect(page.path).toBe('/sign-in?to=%2Ftrash');
        expect((await visitor.get('/sign-in', german)).text).toContain('<html lang="en">');
        await visitor.post('/language', { language: 'xx', to: '//other.example' }, german);
        expect((await visitor.get('/sign-in', german)).text).toContain('<html lang="en">');
      });
    });
  },
  { only: ['TCP'] },
);

withTransports(
  (school) => {
    test('a guest sees what everyone may read, and comes to the sign-in for the rest', async () => {
      const file = await makeFile(school.anna, 'offen', { name: 'Tag der offenen Tür.txt' });
      const entry = { authority: { authorityName: 'GROUP_EVERYONE' }, permissions: ['Consumer'] };
      await school.anna.setPermissions({ repository: '-home-', node: file.ref.id, body: { permissions: [entry] } });
      const guest = webVisitor(school.raw);
      expect((await guest.get('/')).words).toContain('Tag der offenen Tür.txt');
      const page = await guest.get(`/node/${file.ref.id}`);
      expect(page.words).toContain('offen');
      expect(page.text).not.toContain('/comment"');
      for (const path of ['/trash', '/my-data', '/folder/-userhome-']) {
        expect((await guest.get(path)).path, path).toMatch(/^\/sign-in/);
      }
    });
  },
  { only: ['TCP'], overrides: { 'security.guest.enabled': 'true' } },
);

describe.each([
  ['https://schule.example/edu-sharing', true],
  ['http://schule.example/edu-sharing', false],
])('with the public URL %s', (publicUrl, isSecure) => {
  withTransports(
    (school) => {
      test(`cookies are ${isSecure ? 'only' : 'not only'} for HTTPS`, async () => {
        const visitor = webVisitor(school.raw);
        const set: string[] = [];
        const cookiesOf = async (...request: Parameters<typeof visitor.send>) =>
          set.push(...((await visitor.send(...request)).headers['set-cookie'] ?? []));
        await cookiesOf('GET', '/sign-in');
        const token = /name="token" value="([^"]+)"/.exec((await visitor.get('/sign-in')).text)?.[1] ?? '';
        await cookiesOf('POST', '/language', { fields: { language: 'de', to: '/', token } });
        await cookiesOf('POST', '/sign-in', { fields: { ...anna, token } });
        const names = set.map((each) => each.split('=')[0]);
        expect([...new Set(names)]).toEqual(['edu-repo-form', 'edu-repo-language', 'JSESSIONID']);
        for (const each of set) {
          expect(each).toContain('; HttpOnly; SameSite=Lax');
          expect(each.split('; ').includes('Secure'), each).toBe(isSecure);
        }
      });
    },
    { only: ['TCP'], overrides: { 'server.publicUrl': publicUrl } },
  );
});

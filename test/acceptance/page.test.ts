import { describe, expect, test } from 'vitest';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';

const fetched = (school: School, path: string, more: { method?: string; headers?: Record<string, string> } = {}) =>
  rawRequest(school.raw, { path: `^${path}`, ...more });

const names = ['page.css', 'page.js', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The addresses that a page names, resolved as a browser does. */
function addressesIn(response: RawResponse, path: string): string[] {
  const found = [...response.text.matchAll(/(?:href|src|data-description)="([^"]+)"/g)];
  return found.map(([, address = '']) => new URL(address, `http://host${path}`).pathname);
}

/** Everything that the page at the path leads to is there. */
async function expectWhole(school: School, path: string): Promise<void> {
  const page = await fetched(school, path);
  expect([page.status, page.headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
  const addresses = addressesIn(page, path);
  expect(addresses.some((address) => address.endsWith('/rest/openapi.json'))).toBe(true);
  expect(new Set(addresses).size).toBe(names.length + 1);
  for (const address of addresses) expect((await fetched(school, address)).status, `${path}: ${address}`).toBe(200);
}

withTransports(
  (school) => {
    describe('the page of the interface', () => {
      test('leads to all that it needs, at each of its addresses', async () => {
        for (const root of ['', '/edu-sharing']) {
          for (const tail of ['', '/', '?x=1', '/?x=1/']) await expectWhole(school, `${root}/swagger${tail}`);
        }
      });

      test('comes with a policy that lets only its own files run, as all of them do', async () => {
        const paths = ['', ...names.map((name) => `/${name}`)].map((tail) => `/swagger${tail}`);
        for (const path of paths) {
          const { status, headers } = await fetched(school, path);
          expect(status, path).toBe(200);
          const policy = (headers['content-security-policy'] ?? '').toString().split('; ');
          for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"]) {
            expect(policy, path).toContain(part);
          }
          for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "img-src 'self' data:"]) {
            expect(policy, path).toContain(part);
          }
          expect(policy.join(), path).not.toMatch(/unsafe|\*|https?:/);
          expect(headers['x-content-type-options']).toBe('nosniff');
          expect(headers['set-cookie']).toBeUndefined();
        }
      });

      test('has no script and no style in place', async () => {
        const { text } = await fetched(school, '/swagger');
        expect(text).not.toMatch(/<style|style=|\son\w+=|javascript:|https?:/i);
        for (const [tag = '', inside = ''] of text.matchAll(/<script[^>]*>([^<]*)/g)) {
          expect(tag).toMatch(/ src="/);
          expect(inside).toBe('');
        }
      });

      test('does not come again to who has it', async () => {
        for (const path of ['/swagger', ...names.map((name) => `/edu-sharing/swagger/${name}`)]) {
          const { headers } = await fetched(school, path);
          expect(headers['cache-control']).toBe('no-cache');
          const again = await fetched(school, path, { headers: { 'if-none-match': String(headers['etag']) } });
          expect([again.status, again.bytes.length], path).toEqual([304, 0]);
          expect((await fetched(school, path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
        }
      });

      test('answers HEAD, and no method that changes something', async () => {
        const head = await fetched(school, '/swagger', { method: 'HEAD' });
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        const post = await fetched(school, '/swagger', { method: 'POST' });
        expectRefusal(post, 405, /no operation POST/);
        expect(post.headers['allow']).toMatch(/GET/);
      });

      test.each([
        'index.html',
        'package.json',
        'swagger-ui-bundle.js.map',
        'swagger-initializer.js',
        'oauth2-redirect.html',
        'page-text.ts',
        '..%2fpackage.json',
        '..%2F..%2F..%2F..%2Fetc%2Fpasswd',
        '%2e%2e/%2e%2e/package.json',
        '..%5cpackage.json',
        '%00',
        '__proto__',
        'constructor',
        'toString',
        'swagger-ui.css/x',
        'SWAGGER-UI.CSS',
        `${'x'.repeat(5000)}`,
      ])('has no file besides its own: %s', async (name) => {
        expectRefusal(await fetched(school, `/swagger/${name}`), 404, /no operation GET|has no such file/);
      });

      test('is there for everybody, whoever they say they are', async () => {
        const headers = { authorization: 'Basic d3Jvbmc6d3Jvbmc=', cookie: 'JSESSIONID=made-up' };
        expect((await fetched(school, '/swagger', { headers })).status).toBe(200);
      });
    });
  },
  { only: ['TCP', 'the unix socket'] },
);

withTransports(
  (school) => {
    test('below no context path the page is at /swagger, and whole', async () => {
      for (const path of ['/swagger', '/swagger/']) await expectWhole(school, path);
    });
  },
  { only: ['TCP'], overrides: { 'server.contextPath': '' } },
);

withTransports(
  (school) => {
    test('behind a proxy that has another path the description says where calls go', async () => {
      const document = await school.nobody.getOpenApi();
      expect(document).toMatchObject({
        servers: [{ url: '/material/rest' }],
        paths: { '/eduservlet/download': { servers: [{ url: '/material' }] } },
        components: { securitySchemes: { oauth: { flows: { password: { tokenUrl: '/material/oauth2/token' } } } } },
      });
    });
  },
  { only: ['TCP'], overrides: { 'server.publicUrl': 'https://schule.example/material/' } },
);

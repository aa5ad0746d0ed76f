import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { anna } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { webVisitor } from '../support/web-visitor.ts';

/** The addresses of a page that a browser loads with it. */
const loadedBy = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="([^"#]*\/assets\/[^"#]+)/g)].map(([, address = '']) => address)),
];

withTransports(
  (school) => {
    describe('the files of the pages', () => {
      test('are all there, compressed below 30 kB with the page, and may be kept for good', async () => {
        const visitor = webVisitor(school.raw);
        const page = await visitor.signIn(anna);
        const files = loadedBy(page.text);
        expect(files).toHaveLength(5);
        let size = page.bytes.length;
        for (const file of files) {
          const compressed = await visitor.send('GET', file, { headers: { 'accept-encoding': 'gzip, deflate' } });
          const whole = await visitor.send('GET', file);
          expect([compressed.status, compressed.headers['content-encoding']], file).toEqual([200, 'gzip']);
          expect(gunzipSync(compressed.bytes).equals(whole.bytes), file).toBe(true);
          expect(compressed.headers['cache-control'], file).toContain('immutable');
          expect(compressed.headers['x-content-type-options'], file).toBe('nosniff');
          expect(whole.headers['set-cookie'], file).toBeUndefined();
          size += compressed.bytes.length;
        }
        expect(size).toBeLessThan(32_000);
        const brotli = await visitor.send('GET', files[0] ?? '', { headers: { 'accept-encoding': 'br;q=1, gzip' } });
        expect(brotliDecompressSync(brotli.bytes).length).toBeGreaterThan(100);
        const refused = await visitor.send('GET', files[0] ?? '', { headers: { 'accept-encoding': 'br;q=0' } });
        expect(refused.headers['content-encoding']).toBeUndefined();
      });

      test.each([
        '/assets/style.css',
        '/assets/0000000000000000/style.css',
        '/assets/../package.json',
        '/assets/%2e%2e/%2e%2e/package.json',
        '/assets/',
        '/assets/__proto__/constructor',
      ])('are only those: %s', async (path) => {
        expect((await webVisitor(school.raw).send('GET', path)).status).toBe(404);
      });

      test('come to HEAD without bytes, and to no form', async () => {
        const visitor = webVisitor(school.raw);
        const [file = ''] = loadedBy((await visitor.get('/sign-in')).text);
        const head = await visitor.send('HEAD', file);
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        expect((await visitor.send('POST', file)).status).toBe(404);
      });
    });

    describe('a page', () => {
      test.each(['/sign-in', '/', '/nothing'])(
        '%s has a strict policy, nothing inline, and is not stored',
        async (path) => {
          const visitor = webVisitor(school.raw);
          const { headers, text } = await visitor.get(path);
          const policy = String(headers['content-security-policy']);
          expect(policy).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
          expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
          expect(headers).toMatchObject({
            'cache-control': 'no-store',
            'x-frame-options': 'DENY',
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'same-origin',
          });
          expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|hx-on/i);
          for (const [tag = '', inside] of text.matchAll(/<script[^>]*>([^<]*)/g)) {
            expect([/ src="/.test(tag), inside]).toEqual([true, '']);
          }
        },
      );

      test('needs no other server', async () => {
        const visitor = webVisitor(school.raw);
        const { text } = await visitor.signIn(anna);
        expect(text).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
      });
    });
  },
  { only: ['TCP', 'the unix socket'] },
);

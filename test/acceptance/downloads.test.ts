import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anna, basic, bert } from '../support/people.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

const root = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `^${pathname}${search}`;
};

const fetchUrl = (school: School, url: string, headers: object = basic(anna), method = 'GET'): Promise<RawResponse> =>
  rawRequest(school.raw, { method, path: root(url), headers: { ...headers } });

const contentOf = (school: School, node: WireNode): Promise<RawResponse> => fetchUrl(school, node.content.url);

withTransports(
  (school) => {
    describe('the addresses in a node', () => {
      test('lead over TCP to this repository, and to what they promise', async () => {
        const node = await makeFile(school.anna, 'text', {
          name: 'a.txt',
          properties: { 'ccm:commonlicense_key': 'CC_0' },
        });
        const { origin } = school.raw.baseUrl;
        const urls = [node.content.url, node.downloadUrl ?? '', node.preview.url, node.iconURL, node.licenseURL];
        for (const url of urls) {
          expect(url).toMatch(new RegExp(`^${origin}/edu-sharing/`));
          const response = await fetchUrl({ ...school, raw: { ...school.raw, socketPath: undefined } }, url);
          expect(response.status, url).toBe(200);
        }
        expect((await contentOf(school, node)).text).toBe('text');
      });

      test('take what clients append to them', async () => {
        const node = await makeFile(school.anna, 'text');
        for (const url of [`${node.content.url}&X-Edu-User-Id=x`, `${node.preview.url}&crop=true&maxWidth=300`]) {
          expect((await fetchUrl(school, url)).status, url).toBe(200);
        }
      });
    });
  },
  { only: ['TCP', 'the unix socket'] },
);

withTransports(
  (school) => {
    describe('the bytes of a node', () => {
      test('come as they were, with their length and a tag', async () => {
        const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
        const node = await makeFile(school.anna, bytes, { mimeType: 'image/png' });
        const response = await contentOf(school, node);
        expect(response.bytes.equals(bytes)).toBe(true);
        expect(response.headers).toMatchObject({
          'content-length': '70000',
          'content-type': 'image/png',
          etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
        });
        const head = await fetchUrl(school, node.content.url, basic(anna), 'HEAD');
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        expect(head.headers).toMatchObject({ 'content-length': '70000', 'content-type': 'image/png' });
      });

      test('have the charset of a text, as far as its bytes show it', async () => {
        const text = 'Größe';
        const long = `${'Messwerte\n'.repeat(6_553)}Größe`;
        for (const [bytes, expected] of [
          [Buffer.from(text), 'text/csv; charset=utf-8'],
          [Buffer.from('ASCII'), 'text/csv; charset=utf-8'],
          [Buffer.from(''), 'text/csv; charset=utf-8'],
          [Buffer.from(`\ufeff${text}`), 'text/csv; charset=utf-8'],
          [Buffer.from(long), 'text/csv; charset=utf-8'],
          [Buffer.from(`\ufeff${text}`, 'utf16le'), 'text/csv; charset=utf-16'],
          [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'text/csv; charset=utf-16'],
          [Buffer.from(text, 'utf16le'), 'text/csv'],
          [Buffer.from(text, 'latin1'), 'text/csv'],
          [Buffer.from('Spaß', 'latin1'), 'text/csv'],
        ] as const) {
          const node = await makeFile(school.anna, bytes, { mimeType: 'text/csv' });
          for (const headers of [basic(anna), { ...basic(anna), range: 'bytes=0-0' }, basic(anna)]) {
            const response = await fetchUrl(school, node.content.url, headers);
            expect(response.headers['content-type']).toBe(expected);
          }
          const head = await fetchUrl(school, node.content.url, basic(anna), 'HEAD');
          expect(head.headers['content-type']).toBe(expected);
        }
      });

      test('have a charset, unless the file can declare its own', async () => {
        const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a/>';
        for (const [mimeType, expected] of [
          ['text/plain', 'text/plain; charset=utf-8'],
          ['text/csv', 'text/csv; charset=utf-8'],
          ['text/xml', 'text/xml'],
          ['text/html', 'text/html'],
          ['application/xml', 'application/xml'],
        ] as const) {
          const response = await contentOf(school, await makeFile(school.anna, xml, { mimeType }));
          expect(response.headers['content-type']).toBe(expected);
        }
      });

      test('run nothing in a browser, whatever they are', async () => {
        const evil = '<script>alert(1)</script>';
        const types = [
          'text/html',
          'image/svg+xml',
          'application/xhtml+xml',
          'text/xml',
          'application/javascript',
          'text/javascript',
          'application/x-unheard-of',
          'multipart/x-mixed-replace',
        ];
        for (const mimeType of types) {
          const response = await contentOf(school, await makeFile(school.anna, evil, { mimeType }));
          expect(response.headers['content-disposition'], mimeType).toMatch(/^attachment; /);
          expect(response.headers['x-content-type-options']).toBe('nosniff');
          expect(response.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
          expect(response.headers['content-security-policy']).not.toContain('allow-');
        }
        for (const mimeType of ['application/pdf', 'image/png', 'text/plain']) {
          const response = await contentOf(school, await makeFile(school.anna, 'harmless', { mimeType }));
          expect(response.headers['content-disposition'], mimeType).toMatch(/^inline; /);
          expect(response.headers['x-content-type-options']).toBe('nosniff');
          expect(response.headers['content-security-policy']).toMatch(/^sandbox/);
        }
      });

      const names: readonly (readonly [string, string, string])[] = [
        ['Übung.pdf', '_bung.pdf', '%C3%9Cbung.pdf'],
        ['U\u0308bung.pdf', 'U_bung.pdf', 'U%CC%88bung.pdf'],
        ['a "quoted".txt', 'a _quoted_.txt', 'a%20%22quoted%22.txt'],
        ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
        ['back\\slash;semi.txt', 'back_slash;semi.txt', 'back%5Cslash%3Bsemi.txt'],
        ['100 %.txt', '100 _.txt', '100%20%25.txt'],
        ['🎒.txt', '__.txt', '%F0%9F%8E%92.txt'],
        ['\u202egpj.exe', '_gpj.exe', '%E2%80%AEgpj.exe'],
        ['a\u200f\u200e.txt', 'a__.txt', 'a%E2%80%8F%E2%80%8E.txt'],
        ['CON', 'CON', 'CON'],
        ['a:b', 'a:b', 'a%3Ab'],
      ];

      test.each(names)('come under the name %s', async (name, plain, extended) => {
        const response = await contentOf(school, await makeFile(school.anna, 'x', { name }));
        expect(response.headers['content-disposition']).toBe(
          `inline; filename="${plain}"; filename*=UTF-8''${extended}`,
        );
      });

      test('are no answer for whoever may not have them', async () => {
        const node = await makeFile(school.anna, 'secret');
        const response = await fetchUrl(school, node.content.url, {});
        expect(response.status).toBe(401);
        expect(response.text).not.toContain('secret');
        expect(response.headers['content-disposition']).toBeUndefined();
        const head = await fetchUrl(school, node.content.url, {}, 'HEAD');
        expect(head.status).toBe(401);
        expect(head.headers['etag']).toBeUndefined();
      });

      test('are not kept where others could get at them', async () => {
        const response = await contentOf(school, await makeFile(school.anna, 'x'));
        expect(response.headers['cache-control']).toMatch(/private|no-store/);
      });
    });

    describe('a preview', () => {
      test('is a card that is a picture, and nothing runs in it', async () => {
        const folder = await makeFolder(school.anna, { name: '"><script>' });
        const response = await fetchUrl(school, folder.preview.url);
        expect(response.headers['content-type']).toMatch(/^image\/svg\+xml/);
        expect(response.headers['x-content-type-options']).toBe('nosniff');
        expect(response.headers['content-security-policy']).toMatch(/^sandbox/);
        expect(response.text).not.toContain('<script');
        expect((await school.anna.getNode(at(folder))).node.preview).toMatchObject({ isIcon: true, isGenerated: true });
      });
    });

    test('the address of a link leads to its page, for those who may read it', async () => {
      const address = 'https://example.org/blatt?seite=1&x=ü';
      const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': address } });
      const response = await fetchUrl(school, `${link.content.url}&X-Edu-Usage-Node-Id=x`);
      expect(response.status).toBe(302);
      expect(response.headers['location']).toBe(new URL(address).href);
      expect(response.headers['cache-control']).toMatch(/private/);
      const hidden = await fetchUrl(school, link.content.url, basic(bert));
      expect(hidden.status).toBe(403);
      expect(hidden.headers['location']).toBeUndefined();
    });

    test('spaces and line breaks around the address of a link do not matter', async () => {
      const properties = { 'ccm:wwwurl': '\n  https://example.org/blatt ' };
      const link = await makeNode(school.anna, { type: 'ccm:io', properties });
      const response = await fetchUrl(school, link.content.url);
      expect([response.status, response.headers['location']]).toEqual([302, 'https://example.org/blatt']);
    });

    test.each(['javascript:alert(1)', 'file:///etc/passwd', '//example.org', 'blatt'])(
      'a link to %s leads nowhere',
      async (address) => {
        const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': address } });
        expect((await fetchUrl(school, link.content.url)).status).toBe(404);
      },
    );

    test('a link node has no download', async () => {
      const link = await makeFile(school.anna, 'x', { properties: { 'ccm:wwwurl': 'https://example.org' } });
      expect(link).toMatchObject({ downloadUrl: null, mediatype: 'link' });
    });
  },
  { only: ['TCP'] },
);

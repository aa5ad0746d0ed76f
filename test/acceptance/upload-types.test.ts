import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { formOf, formType, type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeNode, newName, pictureOf, type WireNode } from '../support/trees.ts';
import { contentPath } from '../support/uploads.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF', 'latin1');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';

/** Uploads into a new node, with the type in the query as it stands, and gives the node that is answered. */
async function uploaded(
  school: School,
  name: string,
  mimetype: string | null,
  bytes: string | Buffer,
  encode: (mimetype: string) => string = encodeURIComponent,
): Promise<WireNode> {
  const node = await makeNode(school.anna, { type: 'ccm:io', name: `${newName()}-${name}` });
  const query = mimetype === null ? '' : `?mimetype=${encode(mimetype)}`;
  const response = await rawRequest(school.raw, {
    method: 'POST',
    path: `${contentPath(node)}${query}`,
    headers: { ...basic(anna), 'content-type': formType() },
    body: formOf([{ field: 'file', fileName: name, bytes }]),
  });
  expect(response.status, response.text).toBe(200);
  return (await school.anna.getNode(at(node))).node;
}

const contentOf = (school: School, node: WireNode): Promise<RawResponse> => {
  const { pathname, search } = new URL(node.content.url);
  return rawRequest(school.raw, { path: `^${pathname}${search}`, headers: basic(anna) });
};

/** What a browser may show in place; all others are for saving. Written down by hand, not taken from the program. */
const shown = new Set([
  'application/pdf',
  'audio/mpeg',
  'audio/ogg',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
]);

const stated = [
  'text/html',
  'TEXT/HTML',
  'text/html; charset=utf-8',
  'Text/Html;charset="x"',
  'application/xhtml+xml',
  'image/svg+xml',
  'IMAGE/SVG+XML; charset=utf-8',
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'application/mathml+xml',
  'text/xsl',
  'text/javascript',
  'application/javascript',
  'application/ecmascript',
  'application/json',
  'text/css',
  'text/csv',
  'text/calendar',
  'text/markdown',
  'text/cache-manifest',
  'message/rfc822',
  'multipart/related',
  'multipart/x-mixed-replace',
  'application/x-shockwave-flash',
  'application/java-archive',
  'application/x-msdownload',
  'application/zip',
  'application/octet-stream',
  'application/wasm',
  'text/plain',
  'TEXT/PLAIN;charset=utf-7',
  'image/png',
  'Image/PNG',
  'application/pdf',
  'image/gif',
  'image/jpeg',
  'image/webp',
  'video/mp4',
  'audio/mpeg',
];

withTransports(
  (school) => {
    test('a type whose plus sign was not encoded is understood', async () => {
      const node = await uploaded(school, 'Datei.bin', 'application/vnd.school+json', 'only text', (type) => type);
      expect(node.mimetype).toBe('application/vnd.school+json');
    });

    describe('a file of whatever type', () => {
      test.each(stated)('said to be %s can do nothing in a browser', async (mimetype) => {
        const response = await contentOf(school, await uploaded(school, 'Datei.bin', mimetype, 'only text'));
        const type = String(response.headers['content-type']).split(';')[0] ?? '';
        const disposition = shown.has(type) ? /^inline; filename=/ : /^attachment; filename=/;
        expect(response.headers['content-disposition']).toMatch(disposition);
        expect(response.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
        expect(response.headers['content-security-policy']).not.toMatch(/allow-|script-src/);
        expect(response.headers['x-content-type-options']).toBe('nosniff');
        expect(type).toMatch(/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/);
        expect(String(response.headers['content-type'])).not.toMatch(/utf-7|"x"/);
      });

      test.each(['image/png', 'application/pdf', 'video/mp4', 'application/octet-stream', 'no type at all'])(
        'that is a page or a drawing with a script, and said to be %s, is never shown in place',
        async (mimetype) => {
          for (const [bytes, real] of [
            [svg, 'image/svg+xml'],
            [html, 'text/html'],
          ] as const) {
            const node = await uploaded(school, 'Bild.bin', mimetype, bytes);
            expect(node.mimetype).toBe(real);
            expect((await contentOf(school, node)).headers['content-disposition']).toMatch(/^attachment; /);
          }
        },
      );
    });

    describe('the type that is noted', () => {
      test.each([
        ['what the bytes clearly are', 'a.pdf', 'application/pdf', png, 'image/png'],
        ['what the bytes clearly are, against the name', 'a.txt', null, pdf, 'application/pdf'],
        ['what the bytes are where nobody says', 'unbekannt', null, png, 'image/png'],
        ['what is said where that can be', 'a.bin', 'text/csv', 'a;b', 'text/csv'],
        ['what is said of a text that begins like a picture', 'a.txt', 'text/plain', 'BMW baut Autos', 'text/plain'],
        [
          'what the name says of subtitles in UTF-16, whose mark begins like a sound',
          'a.srt',
          null,
          Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nGröße\r\n', 'utf16le'),
          'application/x-subrip',
        ],
        ['what is said of nothing', 'a.png', 'image/png', '', 'image/png'],
        [
          'what the name says where what is said is no type',
          'a.txt',
          'text/plain\r\nX-Evil: 1, a/b',
          'x',
          'text/plain',
        ],
        ['what the name says where what is said has no end', 'a.txt', `text/${'x'.repeat(20_000)}`, 'x', 'text/plain'],
      ] as const)('is %s', async (_, name, mimetype, bytes, expected) => {
        const node = await uploaded(school, name, mimetype, bytes);
        expect(node.mimetype).toBe(expected);
        const { headers } = await contentOf(school, node);
        expect(headers).not.toHaveProperty('x-evil');
        expect(String(headers['content-type'])).toMatch(new RegExp(`^${expected.replace('+', '\\+')}(?:$|;)`));
      });

      test('holds for the version too, and the next one has its own', async () => {
        const node = await uploaded(school, 'Wechsel.pdf', 'application/pdf', png);
        await school.anna.uploadContent({
          ...at(node),
          mimetype: 'image/png',
          body: { name: 'x', mimeType: undefined, bytes: Readable.from([pdf]) },
        });
        const typeOf = async (version: string) => {
          const { pathname, search } = new URL(node.content.url);
          const path = `^${pathname}${search}&version=${version}`;
          return (await rawRequest(school.raw, { path, headers: basic(anna) })).headers['content-type'];
        };
        expect([await typeOf('1.1'), await typeOf('1.2')]).toEqual(['image/png', 'application/pdf']);
      });
    });

    test.each(['base64', 'quoted-printable', 'Base64'])(
      'a file in %s is refused, and leaves nothing behind',
      async (encoding) => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const response = await rawRequest(school.raw, {
          method: 'POST',
          path: `${contentPath(node)}?mimetype=text/plain`,
          headers: { ...basic(anna), 'content-type': formType() },
          body: formOf([
            {
              field: 'file',
              fileName: 'a.txt',
              mimeType: `text/plain\r\nContent-Transfer-Encoding: ${encoding}`,
              bytes: 'bmV1',
            },
          ]),
        });
        expectRefusal(response, 400, /Content-Transfer-Encoding.*bytes as they are/);
        expect(await pictureOf(school.anna, node)).toEqual(before);
      },
    );

    test.each([
      ['no boundary', 'multipart/form-data', /boundary/],
      ['an empty boundary', 'multipart/form-data; boundary=', /boundary/],
      ['no boundary, and raw text', 'multipart/form-data; charset=utf-8', /boundary/],
    ])('a form with %s is told what is missing, and leaves nothing behind', async (_, type, message) => {
      const node = await makeFile(school.anna, 'mine');
      const before = await pictureOf(school.anna, node);
      const response = await rawRequest(school.raw, {
        method: 'POST',
        path: `${contentPath(node)}?mimetype=text/plain`,
        headers: { ...basic(anna), 'content-type': type },
        body: 'just the text of it',
      });
      expectRefusal(response, 400, message);
      expect(await pictureOf(school.anna, node)).toEqual(before);
    });
  },
  { only: ['TCP'] },
);

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, readdir, readlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { filesBelow } from '../support/files-below.ts';
import { anna, basic, bert } from '../support/people.ts';
import { type RawResponse, rawConnection, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, bytesOf, makeFile, type WireNode } from '../support/trees.ts';

const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7 + (index >> 8)) % 256));
const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`;

/** The content of a node, asked for with some more headers. */
function fetched(
  school: School,
  node: WireNode,
  headers: Record<string, string>,
  { method = 'GET', by = anna } = {},
): Promise<RawResponse> {
  const { pathname, search } = new URL(node.content.url);
  return rawRequest(school.raw, { method, path: `^${pathname}${search}`, headers: { ...basic(by), ...headers } });
}

/** The only content file of that size. */
async function fileOf(school: School, size: number): Promise<string> {
  const { content } = dataPaths(school.dataDirectory);
  const hash = createHash('sha256').update(bytes.subarray(0, size)).digest('hex');
  const found = (await filesBelow(content)).find((path) => basename(path) === hash);
  if (found === undefined) throw new Error(`There is no content file for ${hash}.`);
  return join(content, found);
}

/** The content files that this process, which is the server, has open. */
async function openContents(): Promise<string[]> {
  const links = await readdir('/proc/self/fd');
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
  return targets.filter((target) => /\/content\/.*[0-9a-f]{32}/.test(target));
}

withTransports(
  (school) => {
    describe('a part of a content', () => {
      const parts: readonly (readonly [string, number, number])[] = [
        ['bytes=0-0', 0, 0],
        ['bytes=0-99', 0, 99],
        ['bytes=262143-262144', 262_143, 262_144],
        ['bytes=699999-', 699_999, 699_999],
        ['bytes=1000-', 1000, 699_999],
        ['bytes=-1', 699_999, 699_999],
        ['bytes=-5000', 695_000, 699_999],
        ['bytes=-9000000', 0, 699_999],
        ['bytes=0-', 0, 699_999],
        ['bytes=10-99999999999999999999999', 10, 699_999],
        ['Bytes = 5 - 6 ', 5, 6],
      ];
      test.each(parts)('comes for %s, with what it is a part of', async (range, start, end) => {
        const node = await makeFile(school.anna, bytes, { mimeType: 'video/mp4' });
        const response = await fetched(school, node, { range });
        expect(response.status, response.text.slice(0, 200)).toBe(206);
        expect(response.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
        expect(response.headers).toMatchObject({
          'content-range': `bytes ${start}-${end}/700000`,
          'content-length': String(end - start + 1),
          'content-type': 'video/mp4',
          'accept-ranges': 'bytes',
          etag: tag,
        });
      });

      test.each(['bytes=700000-', 'bytes=700000-800000', 'bytes=-0'])(
        'that is not there is refused: %s',
        async (range) => {
          const node = await makeFile(school.anna, bytes);
          const response = await fetched(school, node, { range });
          expectRefusal(response, 416, /has 700000 bytes/);
          expect(response.headers['content-range']).toBe('bytes */700000');
          expect(response.headers['etag']).toBeUndefined();
        },
      );

      test.each([
        'bytes=0-1,5-6',
        'bytes=5-2',
        'bytes=',
        'bytes=-',
        'bytes=a-b',
        'bytes=1',
        'bytes=--5',
        'bytes=0x1-2',
        'lines=0-1',
        '0-1',
        'bytes=1-2-3',
      ])('is not understood in %s: the whole comes', async (range) => {
        const node = await makeFile(school.anna, bytes);
        const response = await fetched(school, node, { range });
        expect(response.status).toBe(200);
        expect(response.bytes.equals(bytes)).toBe(true);
        expect(response.headers['content-range']).toBeUndefined();
        expect(response.headers['accept-ranges']).toBe('bytes');
      });

      test('of a version is one of what that was', async () => {
        const node = await makeFile(school.anna, 'erste Fassung');
        await school.anna.uploadContent({ ...at(node), body: aFile('zweite') });
        const { pathname, search } = new URL(node.content.url);
        const path = `^${pathname}${search}&version=1.1`;
        const response = await rawRequest(school.raw, { path, headers: { ...basic(anna), range: 'bytes=0-4' } });
        expect([response.status, response.text]).toEqual([206, 'erste']);
      });

      test.each(['bytes=0-', 'bytes=-1', 'bytes=5-'])('of nothing is nothing, and no mistake: %s', async (range) => {
        const node = await makeFile(school.anna, '');
        const response = await fetched(school, node, { range });
        expect([response.status, response.text, response.headers['content-length']]).toEqual([200, '', '0']);
      });

      test('is as safe in a browser as the whole', async () => {
        const node = await makeFile(school.anna, '<script>alert(1)</script>', { mimeType: 'text/html' });
        const { headers } = await fetched(school, node, { range: 'bytes=0-9' });
        expect(headers['content-disposition']).toMatch(/^attachment; /);
        expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
        expect(headers['x-content-type-options']).toBe('nosniff');
      });

      test('is for nobody who may not have the whole, and tells them no length', async () => {
        const node = await makeFile(school.anna, bytes);
        for (const headers of [{ range: 'bytes=0-9' }, { range: 'bytes=900000-' }, { 'if-none-match': '*' }]) {
          const response = await fetched(school, node, headers, { by: bert });
          expectRefusal(response, 403);
          expect(response.headers).not.toHaveProperty('content-range');
          expect(response.headers).not.toHaveProperty('etag');
        }
      });

      test('comes only if the client has the same bytes, where it says so with If-Match', async () => {
        const node = await makeFile(school.anna, bytes);
        for (const value of [tag, '*', `"x", ${tag}`]) {
          const response = await fetched(school, node, { range: 'bytes=5-9', 'if-match': value });
          expect([response.status, response.headers['content-range']], value).toEqual([206, 'bytes 5-9/700000']);
        }
        for (const value of ['"x"', `W/${tag}`, tag.slice(1, -1)]) {
          for (const headers of [{ range: 'bytes=5-9' }, {}] as const) {
            const response = await fetched(school, node, { ...headers, 'if-match': value });
            expectRefusal(response, 412, /If-Match names/);
          }
        }
      });

      test('counts for GET only: HEAD tells of the whole', async () => {
        const node = await makeFile(school.anna, bytes);
        const { status, headers } = await fetched(school, node, { range: 'bytes=0-9' }, { method: 'HEAD' });
        expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([200, '700000', 'bytes']);
      });

      test('breaks off where the file was cut, instead of passing for the part', async () => {
        const short = bytes.subarray(0, 500_001);
        const node = await makeFile(school.anna, short);
        await truncate(await fileOf(school, short.length), 400_000);
        await expect(fetched(school, node, { range: 'bytes=300000-450000' })).rejects.toThrow(/aborted|hang up|reset/i);
        expect((await fetched(school, node, { range: 'bytes=0-9' })).status).toBe(206);
      });
    });

    describe('a whole content that was damaged on the disk', () => {
      const damages: readonly (readonly [string, number, (file: string) => Promise<void>])[] = [
        [
          'a flipped bit',
          600_001,
          async (file) => writeFile(file, Buffer.from([255 - (bytes[0] ?? 0)]), { flag: 'r+' }),
        ],
        ['a cut', 600_002, (file) => truncate(file, 500_000)],
        ['bytes behind its end', 600_003, (file) => appendFile(file, Buffer.alloc(2_000_000))],
      ];
      test.each(damages)('breaks off, and is never a whole answer: %s', async (_, size, damage) => {
        const node = await makeFile(school.anna, bytes.subarray(0, size));
        await damage(await fileOf(school, size));
        await expect(fetched(school, node, {})).rejects.toThrow(/aborted|hang up|reset/i);
        // And the next one is served as ever.
        expect((await fetched(school, await makeFile(school.anna, 'sound'), {})).text).toBe('sound');
      });
    });

    test.each([
      [
        'a flipped bit',
        100_001,
        (file: string) => writeFile(file, Buffer.from([255 - (bytes[0] ?? 0)]), { flag: 'r+' }),
      ],
      ['a cut', 200_002, (file: string) => truncate(file, 100_000)],
      ['a cut to nothing', 600_004, (file: string) => truncate(file, 0)],
    ])(
      'a content whose damage shows before anything was sent is an error that says so: %s',
      async (_, size, damage) => {
        const node = await makeFile(school.anna, bytes.subarray(0, size));
        await damage(await fileOf(school, size));
        const answer = await fetched(school, node, {});
        expect([answer.status, answer.reason]).toEqual([500, 'Internal Server Error']);
        expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
        expect(JSON.parse(answer.text)).toMatchObject({
          error: 'java.io.IOException',
          message: expect.stringMatching(
            /^The content [0-9a-f]{64} is damaged: .*\. Ask an administrator to restore it/,
          ),
        });
        expect(answer.headers).not.toHaveProperty('content-disposition');
        expect(answer.headers).not.toHaveProperty('accept-ranges');
      },
    );

    test.each([
      ['one answer', 1],
      ['three that wait for each other', 3],
      ['twenty', 20],
    ])('who goes away in the middle leaves no file open: %s', async (_, count) => {
      const large = Buffer.alloc(30_000_000, 'x');
      const node = await makeFile(school.anna, large);
      const { pathname, search } = new URL(node.content.url);
      const head = [`GET ${pathname}${search} HTTP/1.1`, 'Host: x', `Authorization: ${basic(anna).authorization}`];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const socket = await rawConnection(school.raw);
        socket.write(`${head.join('\r\n')}\r\n\r\n`.repeat(count));
        await once(socket, 'data');
        socket.pause();
        await expect.poll(async () => (await openContents()).length).toBe(count);
        socket.destroy();
        await expect.poll(openContents).toEqual([]);
      }
    });

    describe('what somebody has already', () => {
      test.each([
        ['by its tag', () => tag],
        ['by its tag in a list', () => `"other", W/"more" , ${tag}`],
        ['weakly', () => `W/${tag}`],
        ['by any tag', () => '*'],
      ])('does not come again: %s', async (_, value) => {
        const node = await makeFile(school.anna, bytes);
        for (const method of ['GET', 'HEAD']) {
          const response = await fetched(school, node, { 'if-none-match': value() }, { method });
          expect([response.status, response.bytes.length]).toEqual([304, 0]);
          expect(response.headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
          expect(response.headers).not.toHaveProperty('content-type');
        }
      });

      test('comes anew where its bytes are others, or the tag is none', async () => {
        const node = await makeFile(school.anna, bytes);
        for (const value of ['"other"', tag.slice(1, -1), '""', `"${'x'.repeat(10_000)}"`, '"*"', ',,,']) {
          const response = await fetched(school, node, { 'if-none-match': value });
          expect([response.status, response.bytes.length], value.slice(0, 30)).toEqual([200, 700_000]);
        }
      });

      test('does not come either where only a part was asked for', async () => {
        const node = await makeFile(school.anna, bytes);
        const response = await fetched(school, node, { range: 'bytes=0-9', 'if-none-match': tag });
        expect(response.status).toBe(304);
      });

      test('is finished by the rest, unless the bytes are others meanwhile', async () => {
        const node = await makeFile(school.anna, bytes);
        const rest = await fetched(school, node, { range: 'bytes=500000-', 'if-range': tag });
        expect([rest.status, rest.bytes.equals(bytes.subarray(500_000))]).toEqual([206, true]);
        for (const value of ['"other"', `W/${tag}`, 'Wed, 21 Oct 2015 07:28:00 GMT', 'Sat, 01 Jan 2099 00:00:00 GMT']) {
          const whole = await fetched(school, node, { range: 'bytes=500000-', 'if-range': value });
          expect([whole.status, whole.bytes.length], value).toEqual([200, 700_000]);
        }
      });
    });
  },
  { only: ['TCP'] },
);

withTransports((school) => {
  const asked = async (node: WireNode, headers: Record<string, string>) =>
    school.send(callOf('downloadContent', { nodeId: node.ref.id }, { ...basic(anna), ...headers }));

  test('a part, a tag and a refusal are the same whichever way a call comes', async () => {
    const node = await makeFile(school.anna, bytes);
    const part = await asked(node, { range: 'bytes=10-19' });
    if (part.body.kind !== 'file') throw new Error('There should be a file.');
    expect(part.status).toBe(206);
    expect(part.body.file).toMatchObject({
      size: 10,
      part: { start: 10, end: 19, total: 700_000 },
      tag: tag.slice(1, -1),
    });
    expect((await bytesOf(part.body.file)).equals(bytes.subarray(10, 20))).toBe(true);
    expect(await asked(node, { 'if-none-match': tag })).toMatchObject({ status: 304, body: { kind: 'empty' } });
    expect(await asked(node, { range: 'bytes=700000-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */700000' },
    });
  });
});

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { anna, basic, bert } from '../support/people.ts';
import { formOf, formType, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, download, makeFile, makeNode, pictureOf } from '../support/trees.ts';
import { contentPath, expectUnharmed } from '../support/uploads.ts';

const form = { ...basic(anna), 'content-type': formType() };

withTransports(
  (school) => {
    describe('a form', () => {
      const whole = formOf([{ field: 'file', fileName: 'a.txt', bytes: 'new text' }]);
      const second = { field: 'file', fileName: 'b.txt', bytes: 'second' };
      const bad: readonly (readonly [string, Buffer, string, RegExp])[] = [
        ['that is cut', whole.subarray(0, -10), formType(), /cannot be read/],
        ['that ends in the middle of the file', whole.subarray(0, -30), formType(), /cannot be read/],
        ['with another boundary than was said', whole, formType('other-edge'), /cannot be read/],
        ['without a boundary', whole, 'multipart/form-data', /boundary/],
        ['that is empty', Buffer.alloc(0), formType(), /file is missing|cannot be read/],
        ['that has nothing in it', formOf([]), formType(), /file is missing|cannot be read/],
        ['that is no form', Buffer.from('just text'), formType(), /cannot be read/],
        [
          'with a text where the file should be',
          formOf([{ field: 'file', bytes: 'text' }]),
          formType(),
          /file is missing/,
        ],
        [
          'of a browser in which no file was chosen',
          formOf([{ field: 'file', fileName: '', bytes: '' }]),
          formType(),
          /file is missing/,
        ],
        ['with two files', Buffer.from(formOf([second, { ...second, bytes: 'x' }])), formType(), /more than one file/],
        ['said to be JSON', Buffer.from('{"file":"x"}'), 'application/json', /file is missing/],
        ['said to be bytes', Buffer.from('x'), 'application/octet-stream', /file is missing/],
      ];

      test.each(bad)('%s is refused, and leaves nothing behind', async (_, body, type, message) => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const headers = { ...basic(anna), 'content-type': type };
        const call = {
          method: 'POST',
          path: `${contentPath(node)}?versionComment=x&mimetype=text/plain`,
          headers,
          body,
        };
        expectRefusal(await rawRequest(school.raw, call), 400, message);
        await expectUnharmed(school, node, before);
      });

      test('whose file has no line for its type is taken', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io', name: 'a.txt' });
        const body = formOf([{ field: 'file', fileName: 'a.txt', mimeType: null, bytes: 'text' }]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await school.anna.getNode(at(node))).node).toMatchObject({ mimetype: 'text/plain', size: '4' });
      });

      test('without a comment, a media type or a length is taken', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io', name: 'a.html' });
        const body = Readable.from([formOf([{ field: 'file', fileName: 'b.bin', bytes: '<p>new</p>' }])]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await school.anna.getNode(at(node))).node).toMatchObject({ mimetype: 'text/html', size: '10' });
      });

      test('with the file in a field of another name is taken', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const body = formOf([{ field: 'image', fileName: 'a.png', mimeType: 'image/png', bytes: 'picture' }]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await download(school.anna, node)).toString()).toBe('picture');
      });

      test('whose file has no name is taken, beside a field in which none was chosen', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const large = 'unnamed '.repeat(100_000);
        const body = formOf([
          { field: 'other', fileName: '', bytes: '' },
          { field: 'file', fileName: '', mimeType: 'text/plain', bytes: large },
          { field: 'more', fileName: '', bytes: '' },
        ]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await download(school.anna, node)).toString()).toBe(large);
      });

      test('with further fields before and behind the file is taken', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const body = formOf([
          { field: 'comment', bytes: 'before' },
          { field: 'file', fileName: 'ä "b".txt', mimeType: 'text/plain', bytes: 'text' },
          { field: 'more', bytes: 'behind' },
        ]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await download(school.anna, node)).toString()).toBe('text');
      });

      test('whose file looks like the edge of a form comes back as it was', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const bytes = '\r\n--edge-of-for\r\n--\r\n\r\n--edge-of-form';
        const body = formOf([{ field: 'file', fileName: 'a', bytes: bytes.slice(0, -1) }]);
        const response = await rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
        expect(response.status, response.text).toBe(200);
        expect((await download(school.anna, node)).toString()).toBe(bytes.slice(0, -1));
      });
    });

    describe('a file of 20 MB', () => {
      const pieces = Array.from({ length: 320 }, (_, index) => Buffer.alloc(65_536, `${index} Übung `));
      const digest = createHash('sha256');
      for (const piece of pieces) digest.update(piece);
      const expected = digest.digest('hex');
      const frame = formOf([{ field: 'file', fileName: 'a.bin', bytes: '\0' }]);
      const body = (): Readable => {
        const cut = frame.indexOf(0);
        return Readable.from([frame.subarray(0, cut), ...pieces, frame.subarray(cut + 1)]);
      };

      test('streamed in chunks comes back equal', async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io' });
        const call = { method: 'POST', path: contentPath(node), headers: form, body: body() };
        const response = await rawRequest(school.raw, call);
        expect(response.json()).toMatchObject({ node: { size: '20971520', content: { hash: expected } } });
        const back = await download(school.anna, node);
        expect(createHash('sha256').update(back).digest('hex')).toBe(expected);
      });

      test('is refused to a stranger, who is told so though not all of it was sent', async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const headers = { ...form, ...basic(bert) };
        const call = { method: 'POST', path: contentPath(node), headers, body: body() };
        expectRefusal(await rawRequest(school.raw, call), 403, /bert needs the right/);
        await expectUnharmed(school, node, before);
      });
    });
  },
  { only: ['TCP'] },
);

withTransports(
  (school) => {
    test('a file that is larger than the repository takes is refused, and one of just that size is not', async () => {
      const node = await makeFile(school.anna, 'mine');
      const before = await pictureOf(school.anna, node);
      const send = (size: number) => {
        const body = formOf([{ field: 'file', fileName: 'a', bytes: Buffer.alloc(size, 'x') }]);
        return rawRequest(school.raw, { method: 'POST', path: contentPath(node), headers: form, body });
      };
      for (const size of [100_001, 5_000_000]) expectRefusal(await send(size), 413, /limits\.upload/);
      await expectUnharmed(school, node, before);
      expect((await send(100_000)).status).toBe(200);
    });
  },
  { only: ['TCP'], overrides: { 'limits.upload': '100000' } },
);

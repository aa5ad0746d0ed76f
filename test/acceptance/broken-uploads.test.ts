import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { formOf, formType, rawConnection } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile, pictureOf, type WireNode } from '../support/trees.ts';
import {
  contentPath,
  expectNothingUnfinished,
  expectUnharmed,
  largeContentFiles,
  unfinishedFiles,
} from '../support/uploads.ts';

/** The server holds the beginning of an upload in memory, up to this many bytes, before it writes a file. */
const maxInMemory = 262_144 + 65_536;

/** Sends the head of an upload by hand, then a part of its body, and then breaks the connection. */
async function breakOff(school: School, node: WireNode, body: Buffer, sent: number): Promise<void> {
  const socket = await rawConnection(school.raw);
  socket.on('error', () => undefined);
  const head = [
    `POST ${school.raw.baseUrl.pathname}${contentPath(node)}?mimetype=text/plain&versionComment= HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${basic(anna).authorization}`,
    `Content-Type: ${formType()}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, sent)]), resolve));
  // So that the server is in the middle of it, and not before its beginning.
  if (sent > maxInMemory) await expect.poll(() => unfinishedFiles(school)).not.toEqual([]);
  else await wait(200);
  socket.destroy();
  await closed;
}

withTransports(
  (school) => {
    describe('an upload that breaks off', () => {
      test.each([1, 10, 50, 99])('after %i per cent leaves nothing behind', async (percent) => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const filesBefore = await largeContentFiles(school);
        const bytes = Buffer.alloc(6_000_000, `${percent} `);
        const body = formOf([{ field: 'file', fileName: 'a.txt', mimeType: 'text/plain', bytes }]);
        await breakOff(school, node, body, Math.floor((body.length * percent) / 100));
        await expectNothingUnfinished(school);
        expect(await largeContentFiles(school)).toEqual(filesBefore);
        await expectUnharmed(school, node, before);
      });

      test('with all of the file sent but not the end of the form leaves nothing behind', async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        const body = formOf([{ field: 'file', fileName: 'a.txt', bytes: Buffer.alloc(3_000_000, 'x') }]);
        await breakOff(school, node, body, body.length - 4);
        await expectUnharmed(school, node, before);
      });
    });

    describe('a wrong Content-Length', () => {
      const body = formOf([{ field: 'file', fileName: 'a.txt', bytes: 'x'.repeat(1000) }]);
      const answerTo = async (node: WireNode, length: number): Promise<string> => {
        const socket = await rawConnection(school.raw);
        socket.on('error', () => undefined);
        const head = [
          `POST ${school.raw.baseUrl.pathname}${contentPath(node)} HTTP/1.1`,
          'Host: localhost',
          'Connection: close',
          `Authorization: ${basic(anna).authorization}`,
          `Content-Type: ${formType()}`,
          `Content-Length: ${length}`,
          '\r\n',
        ].join('\r\n');
        socket.end(Buffer.concat([Buffer.from(head), body]));
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        await new Promise((resolve) => socket.once('close', resolve));
        return Buffer.concat(chunks).toString();
      };

      test('that is too short leaves nothing behind', async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        expect(await answerTo(node, body.length - 200)).toMatch(/^HTTP\/1\.1 400 /);
        await expectUnharmed(school, node, before);
      });

      test('that is too long leaves nothing behind', async () => {
        const node = await makeFile(school.anna, 'mine');
        const before = await pictureOf(school.anna, node);
        expect(await answerTo(node, body.length + 200)).not.toMatch(/^HTTP\/1\.1 200 /);
        await expectUnharmed(school, node, before);
      });
    });
  },
  { only: ['TCP'] },
);

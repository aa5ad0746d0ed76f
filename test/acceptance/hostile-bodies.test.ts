import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { type DaemonProcess, startDaemon } from '../faults/daemon-process.ts';
import { peakBytes, requireProcessMemory, residentBytes } from '../faults/process-memory.ts';
import { admin, anna, basic } from '../support/people.ts';
import { formOf, formType, type RawTarget, rawConnection, rawRequest } from '../support/raw-request.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';
import { aFile } from '../support/trees.ts';

/** What a client can send without having signed in. A process of its own: what is tested here would end it. */
let dataDirectory = '';
let daemon: DaemonProcess;
let target: RawTarget;
let contentPath = '';

beforeAll(async () => {
  dataDirectory = await newSchoolDirectory();
  daemon = await startDaemon({ dataDirectory });
  target = { baseUrl: new URL(daemon.url), socketPath: undefined };
  const { node } = await daemon.client.createNode({
    repository: '-home-',
    node: '-userhome-',
    type: 'ccm:io',
    body: { 'cm:name': ['Arbeitsblatt'] },
  });
  contentPath = `/node/v1/nodes/-home-/${node.ref.id}/content?versionComment=&mimetype=text/plain`;
});

afterAll(async () => {
  await daemon?.stop();
  await removeFolder(dataDirectory);
});

const tokenPath = (): string => `^${target.baseUrl.pathname.replace(/\/rest$/, '')}/oauth2/token`;

const expectAlive = async (): Promise<void> => {
  expect((await rawRequest(target, { path: '/_about' })).status).toBe(200);
};

/** A part with one more header. */
const partWith = (header: string): Buffer =>
  Buffer.from(
    `--edge-of-form\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n${header}\r\n\r\ntext\r\n--edge-of-form--\r\n`,
  );

/** Parsers put files there; folders belong to other tests. */
const temporaryFiles = async (): Promise<string[]> =>
  (await readdir(tmpdir(), { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

describe('a part with a header that a parser stumbles over', () => {
  test.each(['8bit', '7bit', 'base64', 'quoted-printable', 'x-unknown', 'binary'])(
    'Content-Transfer-Encoding: %s is answered, and the server goes on',
    async (encoding) => {
      for (const path of [tokenPath(), contentPath]) {
        const response = await rawRequest(target, {
          method: 'POST',
          path,
          headers: { 'content-type': formType() },
          body: partWith(`Content-Transfer-Encoding: ${encoding}`),
        });
        expect(response.status).toBe(401);
        ErrorResponse.parse(response.json());
        await expectAlive();
      }
    },
  );

  test('a header of 1,200 MB without an end takes no memory', async (context) => {
    requireProcessMemory(context);
    for (const [path, authorization] of [
      [tokenPath(), undefined],
      [contentPath, basic(anna).authorization],
    ] as const) {
      await residentBytes(daemon.pid);
      const before = await peakBytes(daemon.pid);
      const socket = await rawConnection(target);
      socket.on('error', () => undefined);
      const whole = path.startsWith('^') ? path.slice(1) : `${target.baseUrl.pathname}${path}`;
      const length = 1_200_000_000;
      const head = [
        `POST ${whole} HTTP/1.1`,
        'Host: localhost',
        ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
        `Content-Type: ${formType()}`,
        `Content-Length: ${length}`,
        '\r\n',
      ].join('\r\n');
      socket.write(`${head}--edge-of-form\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nX: `);
      const piece = Buffer.alloc(1_000_000, 'a');
      for (let sent = 0; sent < length && !socket.destroyed; sent += piece.length) {
        if (!socket.write(piece)) await Promise.race([pause(200), new Promise((done) => socket.once('drain', done))]);
      }
      socket.destroy();
      await expectAlive();
      // Node.js 24 leaves up to 150 MB of pieces that were read to the next garbage collection, Node.js 20 up to 40 MB.
      const share = Number.parseInt(process.versions.node, 10) < 24 ? 12 : 6;
      expect((await peakBytes(daemon.pid)) - before).toBeLessThan(length / share);
    }
  });
});

describe('a form of bytes that are no part of it', () => {
  const filler = Buffer.alloc(3_000_000, 'x\r\n');
  const form = partWith('X-Part: a');

  test.each([
    ['before its first part', Buffer.concat([filler, Buffer.from('\r\n'), form])],
    ['behind its last part', Buffer.concat([form, filler])],
  ])('%s is refused, and the server goes on', async (_, body) => {
    for (const [path, authorization] of [
      [tokenPath(), undefined],
      [contentPath, basic(admin).authorization],
    ] as const) {
      const headers = { 'content-type': formType(), ...(authorization === undefined ? {} : { authorization }) };
      const response = await rawRequest(target, { method: 'POST', path, headers, body });
      expect([path, response.status]).toEqual([path, 413]);
      ErrorResponse.parse(response.json());
      await expectAlive();
    }
  });

  test('is accepted with a few of them', async () => {
    const body = Buffer.concat([filler.subarray(0, 3_000), Buffer.from('\r\n'), form, filler.subarray(0, 3_000)]);
    const headers = { 'content-type': formType(), authorization: basic(admin).authorization };
    expect((await rawRequest(target, { method: 'POST', path: contentPath, headers, body })).status).toBe(200);
  });
});

describe('a word in the content type', () => {
  test.each([
    'multipart/form-data; a=octet-stream; boundary=edge-of-form',
    'multipart/form-data; a=json; boundary=edge-of-form',
    'multipart/form-data; a=x-www-form-urlencoded; boundary=edge-of-form',
    'multipart/form-data; boundary=edge-of-form; application/octet-stream',
    'application/octet-stream',
    'text/plain; multipart/form-data; boundary=edge-of-form',
  ])('%s starts no other parser: nothing is written without a sign-in', async (type) => {
    const before = await temporaryFiles();
    for (const path of [tokenPath(), contentPath]) {
      const body = formOf([{ field: 'file', fileName: 'a', bytes: Buffer.alloc(5_000_000, 'x') }]);
      const response = await rawRequest(target, { method: 'POST', path, headers: { 'content-type': type }, body });
      expect([401, 413]).toContain(response.status);
      ErrorResponse.parse(response.json());
    }
    expect(await temporaryFiles()).toEqual(before);
    await expectAlive();
  });
});

test('of 60 batches that never end, 25 are received: the others are answered 503, and uploads go on', async () => {
  const body = Buffer.from(
    '--edge-of-form\r\nContent-Disposition: form-data; name="entries"; filename="a"\r\n\r\n{"id":',
  );
  const head = [
    `POST ${target.baseUrl.pathname}/edu-repo/v1/nodes/batch HTTP/1.1`,
    `Host: ${target.baseUrl.host}`,
    `Authorization: ${basic(anna).authorization}`,
    `Content-Type: ${formType()}`,
    'Content-Length: 1000000',
  ].join('\r\n');
  const sockets = await Promise.all(Array.from({ length: 60 }, () => rawConnection(target)));
  const answers: string[] = [];
  try {
    for (const socket of sockets) {
      socket.once('data', (chunk: Buffer) => answers.push(chunk.toString('latin1', 0, 12)));
      socket.on('error', () => undefined);
      socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
    }
    await expect.poll(() => answers.length).toBe(35);
    const { status } = await rawRequest(target, {
      method: 'POST',
      path: contentPath,
      headers: { 'content-type': formType(), authorization: basic(admin).authorization },
      body: formOf([{ field: 'file', fileName: 'a.txt', bytes: Buffer.from('text') }]),
    });
    expect(status).toBe(200);
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 503']));
    expect(answers).toHaveLength(35);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const empty = async () => (await daemon.client.createNodes({ body: aFile(Buffer.from('')) })).results;
  await expect.poll(empty).toEqual([]);
});

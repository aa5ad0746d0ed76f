import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { anna, basic } from '../support/people.ts';
import { formOf, formType, rawConnection, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';
import { contentPath } from '../support/uploads.ts';

interface Received {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/**
 * The next response on a connection: it says how long it is. Bytes behind it stay for the next one. Rejects where the
 * connection ends before, or after a minute.
 */
function nextResponse(socket: Socket): Promise<Received> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`No whole response within a minute: ${text}`)), 60_000);
    const settle = (): void => {
      clearTimeout(timer);
      socket.off('data', read);
      socket.off('close', ended);
    };
    const read = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      settle();
      socket.pause();
      if (text.length > end + 4 + length) socket.unshift(Buffer.from(text.slice(end + 4 + length), 'latin1'));
      const status = Number(text.slice(9, 12));
      resolve({ status, head: text.slice(0, end), body: text.slice(end + 4, end + 4 + length) });
    };
    const ended = (): void => {
      settle();
      reject(new Error(`The connection ended: ${text}`));
    };
    socket.on('data', read).on('close', ended);
    socket.resume();
  });
}

async function exchange(school: School, request: string | Buffer): Promise<Received> {
  const socket = await rawConnection(school.raw);
  socket.on('error', () => undefined);
  try {
    const response = nextResponse(socket);
    socket.write(request);
    return await response;
  } finally {
    socket.destroy();
  }
}

const headOf = (school: School, method: string, path: string, headers: readonly string[]): string =>
  [`${method} ${school.raw.baseUrl.pathname}${path} HTTP/1.1`, 'Host: localhost', ...headers, '\r\n'].join('\r\n');

const expectError = ({ status, head, body }: Received, expected: number, message: RegExp): void => {
  expect(status, body).toBe(expected);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(ErrorResponse.parse(JSON.parse(body)).message).toMatch(message);
};

withTransports(
  (school) => {
    describe('a call without a sign-in is refused from its head', () => {
      const jsonHead = (): string =>
        headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=ccm:io', [
          'Content-Type: application/json',
          'Content-Length: 900000',
        ]);

      test('before a JSON body has come', async () => {
        expectError(await exchange(school, jsonHead()), 401, /Sign in/);
      });

      test('before a body in chunks has come', async () => {
        const head = headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=ccm:io', [
          'Content-Type: application/json; x=y',
          'Transfer-Encoding: chunked',
        ]);
        expectError(await exchange(school, head), 401, /Sign in/);
      });

      test('before a form with a file has come', async () => {
        const node = await makeFile(school.anna, 'mine');
        const head = headOf(school, 'POST', contentPath(node), [
          `Content-Type: ${formType()}`,
          'Content-Length: 900000',
        ]);
        expectError(await exchange(school, head), 401, /Sign in/);
      });

      test('and is not asked for the body that it announces', async () => {
        const head = jsonHead().replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
        const response = await exchange(school, head);
        expectError(response, 401, /Sign in/);
        expect(response.head).toMatch(/connection: close/i);
      });

      test('and where it has one, is asked for its body first', async () => {
        const head = headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=cm:folder', [
          'Content-Type: application/json',
          'Content-Length: 2',
          'Expect: 100-continue',
          `Authorization: ${basic(anna).authorization}`,
        ]);
        expect((await exchange(school, head)).head).toBe('HTTP/1.1 100 Continue');
      });
    });

    describe('a request that waits behind another on its connection', () => {
      const makeFolder = (name: unknown): { head: string; body: string } => {
        const body = JSON.stringify({ 'cm:name': [name] });
        const head = headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=cm:folder', [
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Expect: 100-continue',
          `Authorization: ${basic(anna).authorization}`,
        ]);
        return { head, body };
      };
      /** Takes as long as a password takes to be checked; the one of Anna is remembered by then. */
      const slowRequest = async (): Promise<string> => {
        await school.anna.getPerson({ repository: '-home-', person: '-me-' });
        const stranger = Buffer.from('stranger:password').toString('base64');
        return headOf(school, 'GET', '/iam/v1/people/-home-/-me-', [`Authorization: Basic ${stranger}`]);
      };

      test('gets a whole response where its body is there already', async () => {
        // Refused at once, and so before the response that it waits for.
        const { head, body } = makeFolder({});
        const socket = await rawConnection(school.raw);
        try {
          const first = nextResponse(socket);
          socket.write(`${await slowRequest()}${head}${body}`);
          expect((await first).status).toBe(401);
          let refused = await nextResponse(socket);
          if (refused.status === 100) refused = await nextResponse(socket);
          expectError(refused, 400, /cm:name/);
        } finally {
          socket.destroy();
        }
      });

      test('is asked for its body when its turn has come', async () => {
        const { head, body } = makeFolder('sent when asked');
        const socket = await rawConnection(school.raw);
        try {
          const first = nextResponse(socket);
          socket.write(`${await slowRequest()}${head}`);
          expect((await first).status).toBe(401);
          expect((await nextResponse(socket)).head).toBe('HTTP/1.1 100 Continue');
          const made = nextResponse(socket);
          socket.write(body);
          expect(await made).toMatchObject({ status: 200 });
        } finally {
          socket.destroy();
        }
      });
    });

    describe("what Node's parser refuses is an ErrorResponse", () => {
      test.each([
        ['garbage', 'this is no HTTP\r\n\r\n', 400, /not valid HTTP/],
        ['a method that does not exist', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, /not valid HTTP/],
        ['letters that a path cannot have', 'GET /ä b HTTP/1.1\r\nHost: x\r\n\r\n', 400, /not valid HTTP/],
        ['letters that a query cannot have', 'GET /?a=ä HTTP/1.1\r\nHost: x\r\n\r\n', 400, /percent-encoded in UTF-8/],
        [
          'two lengths',
          'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc',
          400,
          /not valid HTTP/,
        ],
        ['a head that is too large', `GET /?${'a'.repeat(600_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, /too large/],
        ['an unknown expectation', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n', 417, /100-continue/],
        ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, /more than one Host/],
        ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, /no Host/],
      ])('%s', async (_, request, status, message) => {
        expectError(await exchange(school, request), status, message);
      });

      test.each([
        ['alone', ''],
        ['behind a request', 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n{"a":1'],
        ['behind an operation', 'GET /edu-sharing/rest/_about HTTP/1.1\r\nHost: x\r\n\r\n'],
      ])('but the answer to HEAD has no body: %s', async (_, before) => {
        const socket = await rawConnection(school.raw);
        // The server ends the connection: one whose client has ended its half ends with the last response to a valid request.
        socket.write(`${before}HEAD /ä HTTP/1.1\r\nHost: x\r\n\r\n`);
        const text = (await buffer(socket)).toString('latin1');
        expect(text).toMatch(/HTTP\/1\.1 400 .*content-length: \d{2,}.*\r\n\r\n$/is);
        // A valid request before it has its own response.
        expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(before === '' ? 1 : 2);
      });

      test('chunk extensions without an end', async () => {
        const head = headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=cm:folder', [
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
          `Authorization: ${basic(anna).authorization}`,
        ]);
        expectError(
          await exchange(school, `${head}2;a=${'b'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`),
          413,
          /chunk extensions/,
        );
      });
    });

    describe('what is in a head is bounded, and the refusal names it', () => {
      const refusalOf = (path: string, headers: readonly string[] = []) =>
        exchange(school, headOf(school, 'GET', path, headers));

      test('the parameters of a query: 200, even empty ones', async () => {
        expect((await refusalOf(`/_about?${'a&'.repeat(199)}a`)).status).toBe(200);
        for (const query of ['a&'.repeat(200), 'a&'.repeat(4_000), '&'.repeat(8_000)])
          expectError(await refusalOf(`/_about?${query}`), 400, /query.* has \d+ parameters.*at most 200/);
        const names = Array.from({ length: 201 }, (_, at) => `a${at}=b`).join('&');
        expectError(await refusalOf(`/_about?${names}`), 400, /query.* has 201 parameters.*at most 200/);
      });

      test('the bytes of a query: 8 kB', async () => {
        expect((await refusalOf(`/_about?${'a'.repeat(8_192)}`)).status).toBe(200);
        for (const query of ['a'.repeat(8_193), 'a&'.repeat(20_000), `a=${'%20'.repeat(3_000)}`])
          expectError(await refusalOf(`/_about?${query}`), 400, /query.* has \d+ bytes.*at most 8192/);
      });

      test('the query of an operation that takes many values: 48 kB and 1,100 parameters', async () => {
        const ids = (count: number) => Array.from({ length: count }, () => `nodeIds=${'0'.repeat(36)}`).join('&');
        const get = (query: string) =>
          refusalOf(`/search/v1/metadata/-home-?${query}`, [`Authorization: ${basic(anna).authorization}`]);
        expect((await get(ids(1_000))).status).toBe(200);
        expectError(await get('nodeIds=a&'.repeat(1_101)), 400, /query.* has 1102 parameters.*at most 1100/);
        expectError(await get(ids(1_100)), 400, /query.* has \d+ bytes.*at most 49152/);
      });

      test('the bytes of a path: 8 kB', async () => {
        expectError(await refusalOf(`/iam/v1/people/-home-/${'a'.repeat(9_000)}`), 431, /path.* has \d+ bytes.* 8192/);
      });

      test('the bytes of a header: 16 kB', async () => {
        expectError(await refusalOf('/_about', [`Cookie: ${'a=b; '.repeat(4_000)}`]), 431, /header Cookie.* 16384/);
      });

      test('headers: 100, wherever they are from', async () => {
        const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: y`);
        // Host is one of them.
        expect((await refusalOf('/_about', many(99))).status).toBe(200);
        for (const count of [100, 101, 999, 1_000, 3_000])
          expectError(await refusalOf('/_about', many(count)), 431, /more than 100 headers/);
      });

      test('and a Host behind many headers is not lost', async () => {
        const hidden = [...Array.from({ length: 1_000 }, (_, at) => `X-${at}: y`), 'Host: other'];
        expectError(await refusalOf('/_about', hidden), 431, /more than 100 headers/);
      });

      test('a parameter may have the name of a property that all objects have', async () => {
        for (const name of ['__proto__', 'constructor', 'toString'])
          expect((await refusalOf(`/_about?${name}=a&${name}=b`)).status).toBe(200);
      });
    });

    test('a compressed body over the limit is refused, and the connection goes on', async () => {
      // More than the server has read when it comes to the limit.
      const body = gzipSync(randomBytes(4_000_000).toString('hex'));
      const socket = await rawConnection(school.raw);
      socket.on('error', () => undefined);
      try {
        const first = nextResponse(socket);
        const head = headOf(school, 'POST', '/node/v1/nodes/-home-/-userhome-/children?type=cm:folder', [
          'Content-Type: application/json',
          'Content-Encoding: gzip',
          `Content-Length: ${body.length}`,
          `Authorization: ${basic(anna).authorization}`,
        ]);
        socket.write(Buffer.concat([Buffer.from(head), body]));
        expectError(await first, 413, /more than \d+ bytes/);
        const second = nextResponse(socket);
        socket.write(headOf(school, 'GET', '/_about', []));
        expect((await second).status).toBe(200);
      } finally {
        socket.destroy();
      }
    });

    test('a client that sends far ahead of the answers loses its connection, and the server goes on', async () => {
      const socket = await rawConnection(school.raw);
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      socket.write(headOf(school, 'GET', '/_about', []).repeat(2_000));
      await closed;
      // Most would be answered if they were worked on.
      expect(received.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(100);
      expect((await rawRequest(school.raw, { path: '/_about' })).status).toBe(200);
    });

    test('a form with too many fields is told so', async () => {
      const tokenPath = `^${school.raw.baseUrl.pathname.replace(/\/rest$/, '')}/oauth2/token`;
      const many = Array.from({ length: 60 }, (_, at) => ({ field: `f${at}`, bytes: 'x' }));
      const urlencoded = many.map(({ field }) => `${field}=x`).join('&');
      for (const [type, body] of [
        ['application/x-www-form-urlencoded', urlencoded],
        [formType(), formOf(many)],
      ] as const) {
        const headers = { 'content-type': type };
        const response = await rawRequest(school.raw, { method: 'POST', path: tokenPath, headers, body });
        expectRefusal(response, 401, /too many (fields|parts): send at most 50/);
      }
      const node = await makeFile(school.anna, 'mine');
      const headers = { ...basic(anna), 'content-type': formType() };
      const upload = await rawRequest(school.raw, {
        method: 'POST',
        path: contentPath(node),
        headers,
        body: formOf(many),
      });
      expectRefusal(upload, 400, /too many parts: send at most 20/);
    });
  },
  { only: ['TCP'] },
);

withTransports(
  (school) => {
    test('more connections from one address than allowed are refused, and the others go on', async () => {
      const sockets = await Promise.all(Array.from({ length: 5 }, () => rawConnection(school.raw)));
      try {
        expectError(await exchange(school, headOf(school, 'GET', '/_about', [])), 503, /too many connections/);
        const [first] = sockets;
        if (first === undefined) throw new Error('There is no connection.');
        const response = nextResponse(first);
        first.write(headOf(school, 'GET', '/_about', []));
        expect((await response).status).toBe(200);
      } finally {
        await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())));
      }
      await expect.poll(async () => (await rawRequest(school.raw, { path: '/_about' })).status).toBe(200);
    });
  },
  { only: ['TCP'], overrides: { 'limits.connectionsPerAddress': '5' } },
);

import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { ErrorResponse } from '../../src/contract/objects/common.ts';
import { anna, basic } from '../support/people.ts';
import { rawConnection, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile } from '../support/trees.ts';

const open: { destroy(): unknown }[] = [];

afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

const siteOf = ({ raw }: School): string => raw.baseUrl.pathname.replace(/\/rest$/, '');

/** A token request whose body ends only when the test ends it. */
function tokenRequest(school: School, address: string, agent: Agent): ClientRequest {
  const request = httpRequest({
    host: school.raw.baseUrl.hostname,
    port: school.raw.baseUrl.port,
    agent,
    method: 'POST',
    path: `${siteOf(school)}/oauth2/token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '50000',
      'x-forwarded-for': address,
    },
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  request.write('grant_type=');
  open.push(request);
  return request;
}

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request.once('response', resolve).once('error', reject));

async function aboutFrom(school: School, address: string | undefined): Promise<number> {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  return (await rawRequest(school.raw, { path: '/_about', headers })).status;
}

withTransports(
  (school) => {
    describe('the open requests of one client behind a proxy', () => {
      test.each([
        ['an address', () => '192.0.2.1', '192.0.2.1', '192.0.2.2'],
        ['an IPv6 network', (at: number) => `2001:db8::${at}`, '2001:db8::ffff', '2001:db8:0:1::1'],
        ['clients whose address the proxy does not forward', () => 'unknown', undefined, '192.0.2.3'],
      ])('are limited: %s', async (_, addressOf, same, other) => {
        const agent = new Agent();
        open.push(agent);
        const requests = Array.from({ length: 12 }, (_each, at) => tokenRequest(school, addressOf(at), agent));
        const refused = await Promise.race(requests.map(responseTo));
        expect(refused.statusCode).toBe(503);
        expect(refused.headers['retry-after']).toBe('5');
        const { message } = ErrorResponse.parse(JSON.parse((await buffer(refused)).toString('utf8')));
        expect(message).toMatch(/too many requests from this address/i);
        expect(await aboutFrom(school, same)).toBe(503);
        expect(await aboutFrom(school, other)).toBe(200);
        for (const request of requests) request.destroy();
        await expect.poll(() => aboutFrom(school, same)).toBe(200);
      });

      test('are refused without an end of the connection, which other clients use', async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        open.push(agent);
        const slow = new Agent();
        open.push(slow);
        for (let at = 0; at < 10; at += 1) tokenRequest(school, '192.0.2.4', slow);
        await expect.poll(() => aboutFrom(school, '192.0.2.4')).toBe(503);
        const ports = new Set<number | undefined>();
        const through = async (address: string): Promise<number | undefined> => {
          const { hostname: host, port, pathname } = school.raw.baseUrl;
          const headers = { 'x-forwarded-for': address };
          const request = httpRequest({ host, port, agent, path: `${pathname}/_about`, headers }).end();
          const response = await responseTo(request);
          ports.add(response.socket.localPort);
          await buffer(response);
          return response.statusCode;
        };
        expect(await through('192.0.2.5')).toBe(200);
        expect(await through('192.0.2.4')).toBe(503);
        expect(await through('192.0.2.5')).toBe(200);
        expect(ports.size).toBe(1);
      });
    });
  },
  {
    only: ['TCP'],
    overrides: { 'limits.connectionsPerAddress': '10', 'server.trustedProxies': '[127.0.0.1]' },
  },
);

withTransports(
  (school) => {
    test('a token request with a body of 1 kB per second gets 408', async () => {
      const agent = new Agent();
      open.push(agent);
      const request = tokenRequest(school, '192.0.2.1', agent);
      const drip = setInterval(() => request.write('x'.repeat(100)), 100);
      try {
        const response = await responseTo(request);
        expect(response.statusCode).toBe(408);
        expect((await buffer(response)).toString('utf8')).toMatch(/too slowly/);
      } finally {
        clearInterval(drip);
      }
    });

    const size = 20_000_000;

    /** A download of which the client has read nothing. */
    async function unreadDownload(): Promise<Socket> {
      const { ref } = await makeFile(school.anna, Buffer.alloc(size));
      const socket = await rawConnection(school.raw);
      open.push(socket);
      socket.on('error', () => undefined);
      const { authorization } = basic(anna);
      const head = `GET ${siteOf(school)}/eduservlet/download?nodeId=${ref.id} HTTP/1.1\r\nHost: x\r\n`;
      socket.write(`${head}Authorization: ${authorization}\r\n\r\n`);
      return socket;
    }

    test('a download that its client does not read ends, even if the client keeps sending', async () => {
      const socket = await unreadDownload();
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nX-Late: ');
      const drip = setInterval(() => socket.write('x'), 100);
      const isClosed = new Promise<boolean>((resolve) => {
        socket.once('close', () => resolve(true));
        setTimeout(() => resolve(false), 15_000).unref();
      });
      expect(await isClosed.finally(() => clearInterval(drip))).toBe(true);
    });

    test('a download continues after its client has paused for less than limits.silence', async () => {
      const socket = await unreadDownload();
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      let received = 0;
      for await (const chunk of socket) {
        received += (chunk as Buffer).length;
        if (received > size) break;
      }
      expect(received).toBeGreaterThan(size);
    });
  },
  {
    only: ['TCP'],
    overrides: { 'limits.silence': 'PT4S', 'server.trustedProxies': '[127.0.0.1]' },
  },
);

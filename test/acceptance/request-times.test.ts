import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { rawConnection, rawRequest } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';

const path = '/node/v1/nodes/-home-/-userhome-/children?type=ccm:map';

withTransports(
  (school) => {
    /** What comes back for these bytes until the server ends the connection, and after how many milliseconds it does. */
    async function ended(bytes: string): Promise<{ text: string; after: number }> {
      const start = performance.now();
      const socket = await rawConnection(school.raw);
      socket.on('error', () => undefined);
      socket.write(bytes);
      const text = (await buffer(socket)).toString('latin1');
      return { text, after: performance.now() - start };
    }

    const head = (...lines: readonly string[]): string =>
      [`POST ${school.raw.baseUrl.pathname}${path} HTTP/1.1`, 'Host: x', ...lines].join('\r\n');

    describe('the times of a request', () => {
      test('headers that do not end get 408', async () => {
        const { text, after } = await ended(head('X-Late: '));
        expect(text).toMatch(/^HTTP\/1\.1 408 .*did not arrive in time/s);
        expect(after).toBeGreaterThan(900);
        expect(after).toBeLessThan(20_000);
      });

      test('a body that does not end gets 408', async () => {
        const { authorization } = basic(anna);
        const lines = ['Content-Type: application/json', 'Content-Length: 27', `Authorization: ${authorization}`];
        const { text, after } = await ended(`${head(...lines)}\r\n\r\n{"cm:name"`);
        expect(text).toMatch(/^HTTP\/1\.1 408 .*did not arrive in time/s);
        expect(after).toBeGreaterThan(1_900);
        const children = { path: '/node/v1/nodes/-home-/-userhome-/children', headers: basic(anna) };
        expect((await rawRequest(school.raw, children)).json()).toMatchObject({ pagination: { total: 0 } });
      });
    });
  },
  { only: ['TCP'], overrides: { 'limits.headTime': 'PT1S', 'limits.requestTime': 'PT2S' } },
);

withTransports(
  (school) => {
    test('a connection that is silent for too long during a request is closed', async () => {
      const start = performance.now();
      const socket = await rawConnection(school.raw);
      socket.on('error', () => undefined);
      socket.write(`POST ${school.raw.baseUrl.pathname}${path} HTTP/1.1\r\nHost: x\r\n`);
      await buffer(socket);
      expect(performance.now() - start).toBeGreaterThan(900);
      expect(performance.now() - start).toBeLessThan(9_000);
      expect((await rawRequest(school.raw, { path: '/_about' })).status).toBe(200);
    });
  },
  { only: ['TCP'], overrides: { 'limits.silence': 'PT1S' } },
);

import { describe, expect, test } from 'vitest';
import { anna, basic, bert } from '../support/people.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';

const path = '/iam/v1/people/-home-/-me-';

const statusesOf = async (times: number, send: () => Promise<RawResponse>): Promise<number[]> => {
  const statuses = [];
  for (let count = 0; count < times; count += 1) statuses.push((await send()).status);
  return statuses;
};

/** Through the trusted proxy of the tests, which is this machine. */
const from = (address: string): { readonly 'x-forwarded-for': string } => ({ 'x-forwarded-for': address });

const repeated = (status: number, times: number): number[] => Array.from({ length: times }, () => status);

withTransports(
  (school: School) => {
    describe('too many requests in a minute', () => {
      test('of a person get 429 with Retry-After at every address, and others go on', async () => {
        const asAnna = () => rawRequest(school.raw, { path, headers: { ...basic(anna), ...from('192.0.2.1') } });
        expect(await statusesOf(5, asAnna)).toEqual(repeated(200, 5));
        const elsewhere = { ...basic(anna), ...from('192.0.2.2') };
        const refused = await rawRequest(school.raw, { path, headers: elsewhere });
        expectRefusal(refused, 429, /of your account: at most 5 a minute/);
        // Five in a minute are one in twelve seconds.
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(9);
        expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(12);
        const other = await rawRequest(school.raw, { path, headers: { ...basic(bert), ...from('192.0.2.1') } });
        expect(other.status).toBe(200);
      });

      test('from an address get 429 before any sign-in, and other addresses go on', async () => {
        const unsigned = (address: string) => () => rawRequest(school.raw, { path: '/_about', headers: from(address) });
        expect(await statusesOf(9, unsigned('198.51.100.1'))).toEqual([...repeated(200, 8), 429]);
        const guess = { ...from('198.51.100.1'), ...basic({ userName: 'anna', password: 'guessed' }) };
        expectRefusal(await rawRequest(school.raw, { path, headers: guess }), 429, /from your address: at most 8/);
        expect(await statusesOf(1, unsigned('198.51.100.2'))).toEqual([200]);
      });

      test('that change something change nothing', async () => {
        const headers = { ...from('198.51.100.3'), ...basic(bert), 'content-type': 'application/json' };
        await statusesOf(8, () => rawRequest(school.raw, { path: '/_about', headers: from('198.51.100.3') }));
        const body = '{"cm:name":["too many"]}';
        const call = { method: 'POST', path: '/node/v1/nodes/-home-/-userhome-/children?type=ccm:map', headers, body };
        expectRefusal(await rawRequest(school.raw, call), 429, /from your address/);
        const check = { path: '/node/v1/nodes/-home-/-userhome-/children', headers: basic(bert) };
        expect((await rawRequest(school.raw, check)).text).not.toContain('too many');
      });

      test('from this machine are not limited', async () => {
        const local = () => rawRequest(school.raw, { path, headers: { ...basic(anna), ...from('127.0.0.2') } });
        expect(await statusesOf(20, local)).toEqual(repeated(200, 20));
      });

      // The proxy is on this machine, which has no limit: a client whose address is lost must not get that.
      test.each([
        ['says nothing', {}],
        ['states its own address', from('127.0.0.1')],
        ['states its own address behind that of the client', from('127.0.0.1, 127.0.0.1')],
      ])('are limited where the proxy %s of who came', async (_, headers) => {
        await school.restart();
        const unknown = () => rawRequest(school.raw, { path: '/_about', headers });
        expect(await statusesOf(9, unknown)).toEqual([...repeated(200, 8), 429]);
      });

      test('are limited where a client hides its address behind many headers', async () => {
        const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a-${at}`, 'x']));
        const hidden = () => rawRequest(school.raw, { path: '/_about', headers: { ...many, ...from('192.0.2.9') } });
        expect(await statusesOf(2, hidden)).toEqual([431, 431]);
      });
    });
  },
  {
    only: ['TCP'],
    overrides: {
      'limits.requestsPerPerson': '5',
      'limits.requestsPerAddress': '8',
      'server.trustedProxies': '[127.0.0.1]',
    },
  },
);

withTransports(
  (school: School) => {
    test('an empty list of unlimited addresses limits this machine too', async () => {
      const local = () => rawRequest(school.raw, { path: '/_about' });
      expect(await statusesOf(4, local)).toEqual([...repeated(200, 3), 429]);
    });
  },
  { only: ['TCP'], overrides: { 'limits.requestsPerAddress': '3', 'limits.unlimitedAddresses': '[]' } },
);

withTransports(
  (school: School) => {
    test('the socket of the operator has no limit', async () => {
      const bySocket = () => rawRequest(school.raw, { path: '/_about' });
      expect(await statusesOf(9, bySocket)).toEqual(repeated(200, 9));
    });
  },
  { only: ['the unix socket'], overrides: { 'limits.requestsPerAddress': '3', 'limits.unlimitedAddresses': '[]' } },
);

import { expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { withTransports } from '../support/transports.ts';

withTransports(
  (school) => {
    const origin = 'https://other.example';

    const permissions = (headers: object): string[] =>
      Object.keys(headers).filter((name) => name.startsWith('access-control-'));

    test('a script of another site may not read what is answered, signed in or not', async () => {
      for (const credentials of [{}, basic(anna)]) {
        for (const path of ['/_about', '/authentication/v1/validateSession', '/node/v1/nodes/-home-/-root-/metadata']) {
          const { headers } = await rawRequest(school.raw, { path, headers: { ...credentials, origin } });
          expect(permissions(headers), path).toEqual([]);
        }
      }
    });

    test('a script of another site is not allowed by a preflight to change anything', async () => {
      const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
      for (const path of ['/node/v1/nodes/-home-/-root-/metadata', '/_about', '^/edu-sharing/oauth2/token']) {
        const { status, headers } = await rawRequest(school.raw, {
          method: 'OPTIONS',
          path,
          headers: { ...asked, origin },
        });
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(permissions(headers), path).toEqual([]);
      }
    });
  },
  { only: ['TCP'] },
);

import { describe, expect, test } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { bearer, knowingOAuthClient, passwordGrant, refreshGrant, whoIs } from '../support/oauth.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

withTransports((school) => {
  describe('clients of the token endpoint', () => {
    test('there are none by default', async () => {
      expect((await school.admin.listOAuthClients()).clients).toEqual([]);
      const body = { ...passwordGrant(anna), client_id: 'eduApp', client_secret: 'secret' };
      await expectRefused(school.nobody.createToken({ body }), 401, /client_id/);
    });
  });

  const grantOf = (id: string, secret: string) => ({ ...passwordGrant(anna), client_id: id, client_secret: secret });

  describeOperation('addOAuthClient', school, {
    effect: {
      'its secret opens the token endpoint, and a new one ends what the old one opened': async () => {
        const id = newName('client');
        const { secret } = await school.admin.addOAuthClient({ client: id });
        const token = await school.nobody.createToken({ body: grantOf(id, secret) });
        expect(await whoIs(bearer(school, token.access_token))).toBe('anna');
        const { secret: next } = await school.admin.addOAuthClient({ client: id });
        await expectRefused(school.nobody.createToken({ body: grantOf(id, secret) }), 401);
        expect(await whoIs(bearer(school, token.access_token))).toBeNull();
        await school.nobody.createToken({ body: grantOf(id, next) });
      },
    },
    refusal: {
      'only an administrator adds clients': async () => {
        const id = newName('client');
        await expectRefused(school.anna.addOAuthClient({ client: id }), 403);
        await expectRefused(school.nobody.addOAuthClient({ client: id }), 401);
        expect((await school.admin.listOAuthClients()).clients.map(({ id: known }) => known)).not.toContain(id);
      },
    },
    badInput: {
      'an id with other letters is refused': async () => {
        for (const id of ['a b', 'ä', 'x'.repeat(101)]) {
          await expectRefused(school.admin.addOAuthClient({ client: id }), 400, /A client ID must/);
        }
      },
    },
  });

  describeOperation('listOAuthClients', school, {
    effect: {
      'names the clients, and never a secret': async () => {
        const id = newName('listed');
        const { secret } = await school.admin.addOAuthClient({ client: id });
        const list = await school.admin.listOAuthClients();
        expect(list.clients).toContainEqual({ id, origin: 'repository' });
        expect(JSON.stringify(list)).not.toContain(secret);
      },
    },
    refusal: {
      'only an administrator sees them': async () => {
        await expectRefused(school.anna.listOAuthClients(), 403);
        await expectRefused(school.nobody.listOAuthClients(), 401);
      },
    },
    badInput: {
      'another method is refused': overHttp(async () => {
        const response = await rawRequest(school.raw, {
          method: 'PUT',
          path: '/admin/v1/clients',
          headers: basic(anna),
        });
        expectRefusal(response, 405);
      }),
      'wrong credentials are refused': async () => {
        await expectRefused(school.withHeaders({ authorization: 'Basic !' }).listOAuthClients(), 401, /sign-in failed/);
      },
    },
  });

  describeOperation('removeOAuthClient', school, {
    effect: {
      'ends all its tokens, also where a client of that id is added again': async () => {
        const id = newName('gone');
        const { secret } = await school.admin.addOAuthClient({ client: id });
        const token = await school.nobody.createToken({ body: grantOf(id, secret) });
        await school.admin.removeOAuthClient({ client: id });
        await expectRefused(school.nobody.createToken({ body: grantOf(id, secret) }), 401);
        expect(await whoIs(bearer(school, token.access_token))).toBeNull();
        const { secret: next } = await school.admin.addOAuthClient({ client: id });
        expect(await whoIs(bearer(school, token.access_token))).toBeNull();
        const body = { ...refreshGrant(token.refresh_token), client_id: id, client_secret: next };
        await expectRefused(school.nobody.createToken({ body }), 401);
      },
    },
    refusal: {
      'only an administrator removes clients': async () => {
        const id = newName('kept');
        const { secret } = await school.admin.addOAuthClient({ client: id });
        await expectRefused(school.anna.removeOAuthClient({ client: id }), 403);
        await expectRefused(school.nobody.removeOAuthClient({ client: id }), 401);
        await school.nobody.createToken({ body: grantOf(id, secret) });
      },
    },
    badInput: {
      'an unknown client is missing': async () => {
        await expectRefused(school.admin.removeOAuthClient({ client: newName('unknown') }), 404, /does not exist/);
      },
    },
  });
});

withTransports(
  (school) => {
    test('a client of the configuration is listed, and changed there only', async () => {
      expect((await school.admin.listOAuthClients()).clients).toEqual([{ id: 'our-app', origin: 'configuration' }]);
      await expectRefused(school.admin.removeOAuthClient({ client: 'our-app' }), 400, /configuration/);
      await expectRefused(school.admin.addOAuthClient({ client: 'our-app' }), 400, /configuration/);
    });

    test('an access token is good for as long as the configuration says', async () => {
      expect(await school.nobody.createToken({ body: passwordGrant(anna) })).toMatchObject({ expires_in: 60 });
    });
  },
  { only: ['in-process'], overrides: { ...knowingOAuthClient, 'authentication.oauth.expiresIn': '60' } },
);

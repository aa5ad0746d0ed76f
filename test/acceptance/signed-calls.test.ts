import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { registeredApp, signedBy, type TestApp } from '../support/apps.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { admin } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';
const appauth = (userId: string): string => `/authentication/v1/appauth/${encodeURIComponent(userId)}`;

const byTicket = (school: School, ticket: string) => school.withHeaders({ authorization: `EDU-TICKET ${ticket}` });

/** A ticket of a new person, or of the one named. */
async function newTicket(school: School, app: TestApp, userId = newName('pupil')) {
  return school.withHeaders(signedBy(app)).signInByApp({ userId });
}

async function whoIs(school: School, ticket: string): Promise<string | null> {
  return (await byTicket(school, ticket).validateSession()).authorityName;
}

withTransports((school) => {
  describeOperation('signInByApp', school, {
    effect: {
      'makes the person, and gives a ticket that signs them in': async () => {
        const app = await registeredApp(school);
        const userId = newName('jürgen.müller');
        const body = {
          firstName: 'Jürgen',
          lastName: 'Müller',
          email: 'j@schule.example',
          primaryAffiliation: 'teacher',
        };
        const answer = await school.withHeaders(signedBy(app)).signInByApp({ userId, body });
        expect(Object.keys(answer).sort()).toEqual(['ticket', 'userId']);
        expect(answer.userId).toBe(userId);
        expect(answer.ticket).toMatch(/^TICKET_[0-9a-f]{40,}$/);
        const own = byTicket(school, answer.ticket);
        expect(await own.validateSession()).toMatchObject({ statusCode: 'OK', authorityName: userId });
        const { person } = await own.getPerson({ repository, person: '-me-' });
        expect(person.profile).toEqual(body);
      },
      'changes what is said of a person who is known, and nothing else': async () => {
        const app = await registeredApp(school);
        const { userId } = await newTicket(school, app);
        const { person: before } = await school.admin.getPerson({ repository, person: userId });
        await school.withHeaders(signedBy(app)).signInByApp({ userId, body: { firstName: 'New' } });
        const { person } = await school.admin.getPerson({ repository, person: userId });
        expect(person).toEqual({ ...before, profile: { ...before.profile, firstName: 'New' } });
      },
      'a ticket is used again and again, in either header, also after a restart': async () => {
        const { userId, ticket } = await newTicket(school, await registeredApp(school));
        for (const header of ['authorization', 'authentication']) {
          const own = school.withHeaders({ [header]: `edu-ticket ${ticket}` });
          expect((await own.getPerson({ repository, person: '-me-' })).person.userName).toBe(userId);
        }
        await school.restart();
        expect(await whoIs(school, ticket)).toBe(userId);
      },
      'a signature with SHA-256 is as good, and the headers may be query parameters': overHttp(async () => {
        const app = await registeredApp(school);
        const headers = signedBy(app, { algorithm: 'sha256' });
        const query = new URLSearchParams({
          'X-Edu-App-Id': headers['x-edu-app-id'] ?? '',
          'X-Edu-App-Sig': headers['x-edu-app-sig'] ?? '',
          'X-Edu-App-Signed': headers['x-edu-app-signed'] ?? '',
          'X-Edu-App-Ts': headers['x-edu-app-ts'] ?? '',
        });
        const response = await rawRequest(school.raw, { method: 'POST', path: `${appauth(newName('q'))}?${query}` });
        expect(response.status, response.text).toBe(200);
      }),
      'the signed text may have any letters, as UTF-8 in a header or a query': async () => {
        const app = await registeredApp(school);
        const sign = () => {
          const timestamp = Date.now();
          return signedBy(app, { timestamp, signed: `${newName('Jürgen Müller, Łódź')} ${timestamp}` });
        };
        // A header is handed over with one letter for each byte.
        const header = sign();
        const bytes = Buffer.from(header['x-edu-app-signed'] ?? '').toString('latin1');
        const signed = school.withHeaders({ ...header, 'x-edu-app-signed': bytes });
        expect((await signed.signInByApp({ userId: 'jürgen' })).userId).toBe('jürgen');
        if (school.transport === 'in-process') return;
        const query = new URLSearchParams(sign());
        const response = await rawRequest(school.raw, { method: 'POST', path: `${appauth('jürgen')}?${query}` });
        expect(response.status, response.text).toBe(200);
      },
      'a person called admin gets an ordinary account of the platform': async () => {
        const app = await registeredApp(school);
        const headers = signedBy(app);
        const first = await school
          .withHeaders(headers)
          .signInByApp({ userId: 'admin', body: { email: 'a@lms.example' } });
        expect(first.userId).toBe(`admin@${app.id}`);
        const session = await byTicket(school, first.ticket).validateSession();
        expect(session).toMatchObject({ statusCode: 'OK', authorityName: `admin@${app.id}`, isAdmin: false });
        expect((await newTicket(school, app, 'admin')).userId).toBe(first.userId);
        // The administrator is untouched, and another platform has another person.
        const { person } = await school.admin.getPerson({ repository, person: 'admin' });
        expect(person.profile?.email).not.toBe('a@lms.example');
        const other = await registeredApp(school);
        expect((await newTicket(school, other, 'admin')).userId).toBe(`admin@${other.id}`);
      },
      'an app whose entry says so may become an administrator': async () => {
        const app = await registeredApp(school, { allow_admin: 'true' });
        const { ticket } = await newTicket(school, app, admin.userName);
        expect(await byTicket(school, ticket).validateSession()).toMatchObject({ isAdmin: true });
      },
    },
    refusal: {
      'a bad signature is 401': async () => {
        const app = await registeredApp(school);
        const userId = newName('nobody');
        const right = signedBy(app);
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        const wrong = [
          signedBy({ ...app, privateKey }),
          { ...right, 'x-edu-app-signed': `${right['x-edu-app-signed']}x` },
          { ...right, 'x-edu-app-sig': 'AAAA' },
          { ...right, 'x-edu-app-sig': '!' },
        ];
        for (const headers of wrong) {
          await expectRefused(school.withHeaders(headers).signInByApp({ userId }), 401, /signature does not match/);
        }
        await expectRefused(school.admin.getPerson({ repository, person: userId }), 404);
      },
      'an app without trustedclient is 403': async () => {
        for (const trustedclient of ['false', '', undefined]) {
          const app = await registeredApp(school, { trustedclient });
          await expectRefused(newTicket(school, app), 403, /trustedclient/);
        }
      },
      'an app may not become an administrator': async () => {
        const app = await registeredApp(school);
        const person = newName('head');
        await school.admin.createPerson({ repository, person, body: {} });
        const membership = { repository, group: 'ALFRESCO_ADMINISTRATORS', member: person };
        await school.admin.addMember(membership);
        await expectRefused(newTicket(school, app, person), 403, /allow_admin/);
        await school.admin.removeMember(membership);
        // An account of this name is no exception.
        const scoped = `admin@${app.id}`;
        await newTicket(school, app, admin.userName);
        await school.admin.addMember({ ...membership, member: scoped });
        await expectRefused(newTicket(school, app, admin.userName), 403, /allow_admin/);
        await school.admin.removeMember({ ...membership, member: scoped });
      },
      'nor does a ticket, together with its person': async () => {
        const app = await registeredApp(school);
        const { userId, ticket } = await newTicket(school, app);
        expect(await whoIs(school, ticket)).toBe(userId);
        const membership = { repository, group: 'ALFRESCO_ADMINISTRATORS', member: userId };
        await school.admin.addMember(membership);
        await expectRefused(byTicket(school, ticket).getStatus(), 401);
        await expectRefused(byTicket(school, ticket).getPerson({ repository, person: '-me-' }), 401);
        await school.admin.removeMember(membership);
        expect(await whoIs(school, ticket)).toBe(userId);
      },
      'a signature signs nobody in by itself, and no header stands for it': async () => {
        const app = await registeredApp(school);
        await expectRefused(school.withHeaders(signedBy(app)).getPerson({ repository, person: 'anna' }), 401);
        await expectRefused(school.admin.signInByApp({ userId: 'anna' }), 400, /not signed/);
      },
    },
    badInput: {
      'what is missing, unknown or stale is 400': async () => {
        const app = await registeredApp(school);
        const now = Date.now();
        const right = signedBy(app);
        const without = (name: string) => ({ ...right, [name]: '' });
        const cases: [Record<string, string>, RegExp][] = [
          [without('x-edu-app-id'), /not signed/],
          [without('x-edu-app-sig'), /missing headers: X-Edu-App-Sig/],
          [without('x-edu-app-signed'), /missing headers: X-Edu-App-Signed/],
          [without('x-edu-app-ts'), /missing headers: X-Edu-App-Ts/],
          [{ ...right, 'x-edu-app-ts': 'now' }, /milliseconds/],
          [{ ...right, 'x-edu-app-id': newName('unknown') }, /not registered/],
          [signedBy(app, { timestamp: now - 60_000 }), /seconds old/],
          [signedBy(app, { timestamp: now + 60_000 }), /in the future/],
          [signedBy(app, { timestamp: now, signed: 'anna' }), /must contain/],
          [signedBy(await registeredApp(school, { public_key: undefined })), /public_key/],
        ];
        for (const [headers, message] of cases) {
          await expectRefused(school.withHeaders(headers).signInByApp({ userId: newName('x') }), 400, message);
        }
      },
      'what cannot be a user name is 400, and so is a profile of the wrong form': async () => {
        const app = await registeredApp(school);
        for (const userId of ['GROUP_x', '-me-', 'a:b', 'x'.repeat(101)]) {
          await expectRefused(newTicket(school, app, userId), 400, /user name/);
        }
        // The types forbid what is tried here.
        const body = { firstName: ['A'] } as unknown as { firstName: string };
        const attempt = school.withHeaders(signedBy(app)).signInByApp({ userId: newName('x'), body });
        await expectRefused(attempt, 400, /body firstName/);
      },
      'whatever stands for no body is understood': overHttp(async () => {
        const app = await registeredApp(school);
        const bodies = [
          {},
          { body: '' },
          { body: 'null', headers: { 'content-type': 'application/json' } },
          { body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          { body: '', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
          { body: 'null', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
          { body: '{"profile":{"firstName":"W"}}', headers: { 'content-type': 'application/json; charset=utf-8' } },
        ];
        for (const { headers = {}, ...rest } of bodies) {
          const path = appauth(newName('empty'));
          const signed = { ...signedBy(app), ...headers };
          const response = await rawRequest(school.raw, { method: 'POST', path, headers: signed, ...rest });
          expect(response.status, `${JSON.stringify(rest)} ${response.text}`).toBe(200);
        }
      }),
    },
  });

  describe('a ticket', () => {
    test('ends with the person, with a new password, and with its app', async () => {
      const app = await registeredApp(school);
      const [gone, changed, kept] = [
        await newTicket(school, app),
        await newTicket(school, app),
        await newTicket(school, app),
      ];
      await school.admin.deletePerson({ repository, person: gone.userId });
      await school.admin.createPerson({ repository, person: gone.userId, body: {} });
      expect(await whoIs(school, gone.ticket)).toBeNull();
      const refused = byTicket(school, gone.ticket).getPerson({ repository, person: '-me-' });
      await expectRefused(refused, 401, /wrong or have expired/);
      await school.admin.setPersonCredential({ repository, person: changed.userId, body: { newPassword: 'new' } });
      expect(await whoIs(school, changed.ticket)).toBeNull();
      expect(await whoIs(school, kept.ticket)).toBe(kept.userId);
      await school.admin.removeApplication({ application: app.id });
      expect(await whoIs(school, kept.ticket)).toBeNull();
    });

    test('ends when its person is blocked, and is not revived when the person is unblocked', async () => {
      const { userId: person, ticket } = await newTicket(school, await registeredApp(school));
      for (const status of ['blocked', 'active'] as const) {
        await school.admin.setPersonStatus({ repository, person, status });
        if (status === 'active') expect(await whoIs(school, ticket)).toBeNull();
      }
    });

    test('that nobody gave is worth nothing', async () => {
      const { ticket } = await newTicket(school, await registeredApp(school));
      const wrong = ['TICKET_', `TICKET_${'0'.repeat(64)}`, ticket.toUpperCase(), ticket.slice(7), `${ticket}0`];
      for (const each of wrong) expect(await whoIs(school, each)).toBeNull();
    });
  });
});

import { expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { basic } from '../support/people.ts';
import { quickPeople } from '../support/quick-people.ts';
import { expectRefused, refusalOf } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';

withTransports(
  (school) => {
    const somebody = quickPeople(school, 'dora', 12);
    let lastHost = 0;
    const signedIn = (): SignedIn => {
      const { userName, password } = somebody();
      lastHost += 1;
      // Everybody comes from an address of their own: where many are wrong from the same, all have to wait.
      const address = { 'x-forwarded-for': `192.0.2.${lastHost}` };
      return { userName, password, own: school.withHeaders({ ...basic({ userName, password }), ...address }) };
    };
    describeProfile(school, signedIn);
    describeCredential(school, signedIn);
  },
  { overrides: { 'server.trustedProxies': '[127.0.0.1]' } },
);

interface SignedIn {
  readonly userName: string;
  readonly password: string;
  readonly own: Client;
}

const profileOf = async (school: School, person: string) =>
  (await school.admin.getPerson({ repository, person })).person.profile;

/** Somebody who goes on by the cookie alone. */
async function openSession(school: School, person: { userName: string; password: string }): Promise<Client> {
  const call = {
    operation: 'validateSession',
    params: {},
    query: {},
    body: undefined,
    headers: basic(person),
  } as const;
  const { headers } = await school.send(call);
  return school.withHeaders({ cookie: headers['set-cookie']?.split(';')[0] ?? '' });
}

const isSignedIn = async (client: Client): Promise<boolean> => (await client.validateSession()).isValidLogin;

function describeProfile(school: School, signedIn: () => SignedIn): void {
  describeOperation('updatePersonProfile', school, {
    effect: {
      'what is named is changed, what is not named stays; bare or wrapped': async () => {
        const { userName, own } = signedIn();
        await own.updatePersonProfile({ repository, person: '-me-', body: { lastName: 'Alt' } });
        // The types forbid what is tried here.
        const wrapped = { properties: { email: '' } } as unknown as { email: string };
        await own.updatePersonProfile({ repository, person: userName, body: wrapped });
        expect(await profileOf(school, userName)).toEqual({
          firstName: 'Anna',
          lastName: 'Alt',
          email: '',
          primaryAffiliation: 'student',
        });
        expect((await own.getPerson({ repository, person: '-me-' })).person.profile.lastName).toBe('Alt');
      },
      'an administrator changes others, also what they are at the school': async () => {
        const { userName, own } = signedIn();
        await school.admin.updatePersonProfile({
          repository,
          person: userName,
          body: { firstName: 'Dorothea', primaryAffiliation: 'teacher' },
        });
        const profile = await profileOf(school, userName);
        expect(profile).toMatchObject({ firstName: 'Dorothea', primaryAffiliation: 'teacher' });
        // Clients send back the whole of what they read.
        await own.updatePersonProfile({ repository, person: '-me-', body: profile });
        await school.admin.updatePersonProfile({ repository, person: userName, body: { primaryAffiliation: null } });
        expect((await profileOf(school, userName)).primaryAffiliation).toBeNull();
      },
    },
    refusal: {
      'a foreign profile is changed by administrators only': async () => {
        const before = await profileOf(school, 'anna');
        const call = { repository, person: 'anna', body: { email: 'bert@schule.example' } };
        await expectRefused(school.bert.updatePersonProfile(call), 403, /administrator/);
        await expectRefused(school.nobody.updatePersonProfile(call), 401, /Sign in/);
        expect(await profileOf(school, 'anna')).toEqual(before);
      },
      'nobody says of themselves what they are at the school': async () => {
        const { userName, own } = signedIn();
        const body = { firstName: 'Prof.', primaryAffiliation: 'teacher' };
        await expectRefused(own.updatePersonProfile({ repository, person: '-me-', body }), 403, /primaryAffiliation/);
        expect(await profileOf(school, userName)).toMatchObject({ firstName: 'Anna', primaryAffiliation: 'student' });
      },
    },
    badInput: {
      'an unknown person is missing, and a profile of the wrong form changes nothing': async () => {
        const person = newName('unknown');
        await expectRefused(school.admin.updatePersonProfile({ repository, person, body: {} }), 404, /does not exist/);
        const before = await profileOf(school, 'anna');
        for (const body of [{ firstName: null }, { email: 1 }, { lastName: 'x'.repeat(1001) }, [], 'Anna']) {
          // The types forbid what is tried here.
          const wrong = body as unknown as { firstName: string };
          await expectRefused(
            school.anna.updatePersonProfile({ repository, person: '-me-', body: wrong }),
            400,
            /body/,
          );
        }
        expect(await profileOf(school, 'anna')).toEqual(before);
      },
      'fields that are not the caller’s to set are left aside': async () => {
        const { userName, own } = signedIn();
        const before = await school.admin.getPerson({ repository, person: userName });
        // The types forbid what is tried here.
        const body = { userName: 'admin', home: 'x', passwordHash: null, isAdmin: true } as unknown as {
          email: string;
        };
        await own.updatePersonProfile({ repository, person: '-me-', body });
        expect(await school.admin.getPerson({ repository, person: userName })).toEqual(before);
        expect(await own.validateSession()).toMatchObject({ isValidLogin: true, isAdmin: false });
      },
    },
  });
}

function describeCredential(school: School, signedIn: () => SignedIn): void {
  describeOperation('setPersonCredential', school, {
    effect: {
      'with the old password one sets the own one: the new one counts, the old one does not': async () => {
        const { userName, password, own } = signedIn();
        const body = { oldPassword: password, newPassword: 'Neu & schön' };
        await own.setPersonCredential({ repository, person: '-me-', body });
        expect(await isSignedIn(own)).toBe(false);
        expect(await isSignedIn(school.as({ userName, password: 'Neu & schön' }))).toBe(true);
      },
      'a session that was open before ends, whoever sets the password': async () => {
        const { userName, password } = signedIn();
        const session = await openSession(school, { userName, password });
        expect((await session.getPerson({ repository, person: '-me-' })).person.userName).toBe(userName);
        await school.admin.setPersonCredential({ repository, person: userName, body: { newPassword: 'Neu' } });
        await expectRefused(session.getPerson({ repository, person: '-me-' }), 401);
      },
      'an administrator sets any, without the old one; also where there was none': async () => {
        const userName = newName('silent');
        await school.admin.createPerson({ repository, person: userName, body: {} });
        const newPassword = 'Eins';
        await school.admin.setPersonCredential({ repository, person: userName, body: { newPassword } });
        expect(await isSignedIn(school.as({ userName, password: newPassword }))).toBe(true);
      },
      'the named wrapper is understood': async () => {
        const { userName, password, own } = signedIn();
        // The types forbid what is tried here.
        const body = { credential: { oldPassword: password, newPassword: 'Neu' } } as unknown as {
          newPassword: string;
        };
        await own.setPersonCredential({ repository, person: userName, body });
        expect(await isSignedIn(school.as({ userName, password: 'Neu' }))).toBe(true);
      },
    },
    refusal: {
      'a wrong or missing old password changes nothing, and says so': async () => {
        const { own } = signedIn();
        for (const oldPassword of ['falsch', '']) {
          const body = { oldPassword, newPassword: 'Neu' };
          await expectRefused(
            own.setPersonCredential({ repository, person: '-me-', body }),
            403,
            /old password is wrong/,
          );
        }
        const without = { repository, person: '-me-', body: { newPassword: 'Neu' } };
        await expectRefused(own.setPersonCredential(without), 403, /oldPassword is missing/);
        expect(await isSignedIn(own)).toBe(true);
      },
      'who guesses the old password is slowed down': async () => {
        const { own } = signedIn();
        const guess = async (): Promise<number> => {
          const body = { oldPassword: 'geraten', newPassword: 'Neu' };
          return (await refusalOf(own.setPersonCredential({ repository, person: '-me-', body }))).status;
        };
        const statuses: number[] = [];
        for (let n = 0; n < 8; n += 1) statuses.push(await guess());
        expect(new Set(statuses)).toEqual(new Set([403, 429]));
        expect(statuses.at(-1)).toBe(429);
        expect(await isSignedIn(own)).toBe(true);
      },
      'the password of another person is set by administrators only, also where the old one is known': async () => {
        const { userName, password, own } = signedIn();
        const call = { repository, person: userName, body: { oldPassword: password, newPassword: 'Neu' } };
        await expectRefused(school.bert.setPersonCredential(call), 403, /administrator/);
        await expectRefused(school.nobody.setPersonCredential(call), 401, /Sign in/);
        expect(await isSignedIn(own)).toBe(true);
      },
    },
    badInput: {
      'an empty or missing new password is refused, and the old one still counts': async () => {
        const { userName, password, own } = signedIn();
        const empty = { oldPassword: password, newPassword: '' };
        await expectRefused(own.setPersonCredential({ repository, person: '-me-', body: empty }), 400, /not be empty/);
        await expectRefused(
          school.admin.setPersonCredential({ repository, person: userName, body: empty }),
          400,
          /not be empty/,
        );
        // The types forbid what is tried here.
        const missing = { oldPassword: password } as unknown as { newPassword: string };
        await expectRefused(own.setPersonCredential({ repository, person: '-me-', body: missing }), 400, /newPassword/);
        expect(await isSignedIn(own)).toBe(true);
      },
      'an unknown person is missing': async () => {
        const call = { repository, person: newName('unknown'), body: { newPassword: 'Neu' } };
        await expectRefused(school.admin.setPersonCredential(call), 404, /does not exist/);
      },
    },
  });
}

import { expect, test } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFolder, namesIn, newName } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describeOperation('generatePasswords', school, {
    effect: {
      'each works for a new person and differs from all others, until the person changes it': async () => {
        const { passwords } = await school.admin.generatePasswords({ repository, count: 3 });
        expect(new Set(passwords).size).toBe(3);
        const userName = newName('generated');
        const [password = ''] = passwords;
        await school.admin.createPerson({ repository, person: userName, body: { password } });
        const isRight = async (tried: string) =>
          (await school.as({ userName, password: tried }).validateSession()).isValidLogin;
        expect(await isRight(passwords[1] ?? '')).toBe(false);
        expect(await isRight(password)).toBe(true);
        const own = school.as({ userName, password });
        const credential = { oldPassword: password, newPassword: 'eigenes Wort' };
        await own.setPersonCredential({ repository, person: '-me-', body: credential });
        expect(await isRight(password)).toBe(false);
        expect(await isRight('eigenes Wort')).toBe(true);
      },
    },
    refusal: {
      'only administrators': async () => {
        await expectRefused(school.nobody.generatePasswords({ repository }), 401);
        await expectRefused(school.anna.generatePasswords({ repository }), 403);
      },
    },
    badInput: {
      'a number that is too large or none': async () => {
        for (const count of [0, 501, 1.5])
          await expectRefused(school.admin.generatePasswords({ repository, count }), 400);
      },
    },
  });

  describeOperation('createPerson', school, {
    effect: {
      'the person can sign in and has a home folder of their own': async () => {
        const userName = newName('jürgen.müller@schule.example');
        const person = await school.admin.createPerson({
          repository,
          person: userName,
          password: 'Geheim: ß',
          body: { firstName: 'Jürgen', lastName: 'Müller', email: 'j@schule.example' },
        });
        expect(person).toMatchObject({
          authorityName: userName,
          authorityType: 'USER',
          userName,
          profile: {
            firstName: 'Jürgen',
            lastName: 'Müller',
            email: 'j@schule.example',
            primaryAffiliation: null,
          },
        });
        const own = school.as({ userName, password: 'Geheim: ß' });
        expect(await own.validateSession()).toMatchObject({ authorityName: userName, userHome: person.homeFolder.id });
        await makeFolder(own, { name: 'mine' });
        expect(await namesIn(own, person.homeFolder.id)).toEqual(['mine']);
        await expectRefused(school.anna.listChildren(at(person.homeFolder.id)), 403);
      },
      'a password in the body, which no log sees, counts before one in the query': async () => {
        const userName = newName('discreet');
        const body = { password: 'Geheim: ß' };
        const person = await school.admin.createPerson({ repository, person: userName, password: 'other', body });
        expect(JSON.stringify(person)).not.toContain('Geheim');
        const isRight = async (password: string) =>
          (await school.as({ userName, password }).validateSession()).isValidLogin;
        expect(await isRight('Geheim: ß')).toBe(true);
        expect(await isRight('other')).toBe(false);
      },
      'without a password nobody can sign in under the name': async () => {
        const userName = newName('silent');
        await school.admin.createPerson({ repository, person: userName, body: {} });
        for (const password of ['', 'null']) {
          const session = await school.as({ userName, password }).validateSession();
          expect(session).toMatchObject({ isValidLogin: false });
        }
        expect((await school.admin.getPerson({ repository, person: userName })).person.userName).toBe(userName);
      },
      'fields of later servers are left aside': async () => {
        const userName = newName('later');
        // The types forbid what is tried here.
        const body = { firstName: 'L', primaryAffiliation: 'teacher', sizeQuota: 5 } as unknown as {
          firstName: string;
        };
        const person = await school.admin.createPerson({ repository, person: userName, body });
        expect(person.profile).toEqual({ firstName: 'L', lastName: '', email: '', primaryAffiliation: 'teacher' });
        expect(person.properties).toEqual({ role: ['teacher'] });
      },
    },
    refusal: {
      'only an administrator makes people': async () => {
        const userName = newName('nobody');
        const call = { repository, person: userName, password: 'x', body: {} };
        await expectRefused(school.anna.createPerson(call), 403, /administrator/);
        await expectRefused(school.nobody.createPerson(call), 401, /Sign in/);
        await expectRefused(school.admin.getPerson({ repository, person: userName }), 404, /does not exist/);
      },
    },
    badInput: {
      'a name that differs from a taken one only in its Unicode normalization form is refused': async () => {
        for (const [form, other] of [
          ['NFC', 'NFD'],
          ['NFD', 'NFC'],
        ]) {
          const userName = newName('jörg');
          await school.admin.createPerson({ repository, person: userName.normalize(form), body: {} });
          const call = { repository, person: userName.normalize(other), body: {} };
          await expectRefused(school.admin.createPerson(call), 400, /already exists/);
        }
      },
      'a taken name is refused, and its owner keeps password and profile': async () => {
        const call = { repository, person: 'anna', password: 'new', body: { firstName: 'Other' } };
        await expectRefused(school.admin.createPerson(call), 400, /anna already exists/);
        const { person } = await school.anna.getPerson({ repository, person: 'anna' });
        expect(person.profile.firstName).toBe('Anna');
      },
      'names that cannot be one are refused': async () => {
        const names = ['a/b', 'a:b', ' a', 'a ', 'a\nb', 'GROUP_x', 'ROLE_OWNER', '-me-', 'EVERYONE', 'x'.repeat(101)];
        for (const person of names) {
          await expectRefused(school.admin.createPerson({ repository, person, body: {} }), 400, /user name/);
        }
      },
      'an empty password is refused, and nobody is made': async () => {
        const person = newName('empty');
        await expectRefused(school.admin.createPerson({ repository, person, password: '', body: {} }), 400, /password/);
        const body = { password: '' };
        await expectRefused(school.admin.createPerson({ repository, person, password: 'x', body }), 400, /password/);
        await expectRefused(school.admin.getPerson({ repository, person }), 404, /does not exist/);
      },
      'a profile of the wrong form is refused': async () => {
        const person = newName('wrong');
        // The types forbid what is tried here.
        const body = { firstName: ['A'] } as unknown as { firstName: string };
        await expectRefused(school.admin.createPerson({ repository, person, body }), 400, /body firstName/);
        await expectRefused(school.admin.getPerson({ repository, person }), 404, /does not exist/);
      },
    },
  });

  describeOperation('getPerson', school, {
    effect: {
      '-me- is the person who asks': async () => {
        const { person } = await school.anna.getPerson({ repository, person: '-me-' });
        expect(person).toEqual((await school.admin.getPerson({ repository, person: 'anna' })).person);
        expect(person.homeFolder.id).toBe((await school.anna.getNode(at('-userhome-'))).node.ref.id);
      },
    },
    refusal: {
      'others are read by administrators only': async () => {
        await expectRefused(school.bert.getPerson({ repository, person: 'anna' }), 403, /administrator/);
        await expectRefused(school.nobody.getPerson({ repository, person: '-me-' }), 401, /Sign in/);
        await expectRefused(school.bert.getPerson({ repository, person: newName('unknown') }), 403, /administrator/);
      },
    },
    badInput: {
      'an unknown person is missing': async () => {
        const person = newName('unknown');
        await expectRefused(school.admin.getPerson({ repository, person }), 404, /Person .*does not exist/);
      },
      'an unknown repository is missing': async () => {
        const attempt = school.anna.getPerson({ repository: 'elsewhere', person: '-me-' });
        await expectRefused(attempt, 404, /elsewhere does not exist/);
      },
    },
  });
});

withTransports(
  (school) => {
    test('what the school says of a person stands where the configuration says', async () => {
      const person = newName('stated');
      const body = { primaryAffiliation: 'Q1/2' };
      expect((await school.admin.createPerson({ repository, person, body })).properties).toEqual({ school: ['Q1/2'] });
      expect((await school.admin.getPerson({ repository, person })).person.properties).toEqual({ school: ['Q1/2'] });
    });
  },
  {
    only: ['in-process'],
    overrides: { 'people.attributes.role': 'null', 'people.attributes.school': 'primaryAffiliation' },
  },
);

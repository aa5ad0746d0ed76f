import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { basic, carla } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, download, makeFile, makeFolder, newName } from '../support/trees.ts';

const repository = '-home-';
const me = { repository, person: '-me-' } as const;

withTransports((school) => {
  describePreferences(school);
  describeProfileSettings(school);
  describeStatus(school);
});

async function makePerson(school: School, groups: readonly string[] = []) {
  const person = newName('dora');
  const body = { firstName: 'Dora', email: `${person}@schule.example` };
  await school.admin.createPerson({ repository, person, password: 'Passwort', body });
  for (const group of groups) await school.admin.addMember({ repository, group, member: person });
  return { person, client: school.as({ userName: person, password: 'Passwort' }) };
}

const preferencesOf = async (client: School['carla'], person = '-me-'): Promise<string | null> =>
  (await client.getPreferences({ repository, person })).preferences;

function describePreferences(school: School): void {
  describeOperation('setPreferences', school, {
    effect: {
      'the text comes back as it was sent, to the person and to administrators only': async () => {
        const { person, client } = await makePerson(school);
        expect(await preferencesOf(client)).toBeNull();
        const text = '{ "language" : "de",\n "ü": [1, 2.50] }';
        await client.setPreferences({ ...me, body: text });
        expect(await preferencesOf(client)).toBe(text);
        expect(await preferencesOf(school.admin, person)).toBe(text);
        await school.admin.setPreferences({ repository, person, body: 'null' });
        expect(await preferencesOf(client)).toBe('null');
      },
      'a later person of the same name does not get them': async () => {
        const { person, client } = await makePerson(school);
        await client.setPreferences({ ...me, body: '{"secret":1}' });
        await school.admin.deletePerson({ repository, person });
        await school.admin.createPerson({ repository, person, password: 'Passwort', body: {} });
        expect(await preferencesOf(client)).toBeNull();
      },
      'a web front end sends it as JSON': overHttp(async () => {
        const text = '{"a":1}';
        const headers = { ...basic(carla), 'content-type': 'application/json' };
        const path = '/iam/v1/people/-home-/-me-/preferences';
        expect((await rawRequest(school.raw, { method: 'PUT', path, headers, body: text })).status).toBe(200);
        expect(await preferencesOf(school.carla)).toBe(text);
      }),
    },
    refusal: {
      'nobody sets those of others': async () => {
        const { person, client } = await makePerson(school);
        const call = { repository, person, body: '{}' };
        await expectRefused(school.bert.setPreferences(call), 403, /administrator/);
        await expectRefused(school.nobody.setPreferences(call), 401, /Sign in/);
        expect(await preferencesOf(client)).toBeNull();
      },
    },
    badInput: {
      'what is no JSON, and what is too long, is refused': async () => {
        const { client } = await makePerson(school);
        for (const body of ['{', "{'a': 1}", 'x', '{}{}']) {
          await expectRefused(client.setPreferences({ ...me, body }), 400, /not valid JSON/);
        }
        await expectRefused(client.setPreferences({ ...me, body: ' ' }), 400, /preferences is missing/);
        await expectRefused(client.setPreferences({ ...me, body: `"${'x'.repeat(65_535)}"` }), 400, /65536/);
        expect(await preferencesOf(client)).toBeNull();
        await client.setPreferences({ ...me, body: `"${'x'.repeat(65_534)}"` });
      },
      'an unknown person is missing': async () => {
        await expectRefused(school.admin.setPreferences({ repository, person: 'zoe', body: '{}' }), 404, /zoe/);
      },
    },
  });

  describeOperation('getPreferences', school, {
    effect: {
      'two people have their own': async () => {
        const [one, other] = [await makePerson(school), await makePerson(school)];
        await one.client.setPreferences({ ...me, body: '1' });
        await other.client.setPreferences({ ...me, body: '2' });
        expect([await preferencesOf(one.client), await preferencesOf(other.client)]).toEqual(['1', '2']);
      },
    },
    refusal: {
      'those of others are no business of anybody': async () => {
        await expectRefused(school.bert.getPreferences({ repository, person: 'anna' }), 403, /administrator/);
        await expectRefused(school.nobody.getPreferences(me), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown person is missing': async () => {
        await expectRefused(school.admin.getPreferences({ repository, person: 'zoe' }), 404, /zoe/);
      },
    },
  });
}

function describeProfileSettings(school: School): void {
  const shown = async (client: School['carla']) => (await client.getProfileSettings(me)).showEmail;

  describeOperation('setProfileSettings', school, {
    effect: {
      'a hidden address is not shown with the nodes of the person, until it is shown again': async () => {
        const { person, client } = await makePerson(school);
        const folder = await makeFolder(client);
        const mailbox = `${person}@schule.example`;
        expect(folder.createdBy).toMatchObject({ firstName: 'Dora', mailbox });
        await client.setProfileSettings({ ...me, body: { showEmail: false } });
        const { node } = await school.admin.getNode(at(folder));
        for (const named of [node.createdBy, node.modifiedBy, node.owner]) {
          expect(named).toMatchObject({ firstName: 'Dora' });
          expect(named).not.toHaveProperty('mailbox');
        }
        expect((await school.admin.getPerson({ repository, person })).person.profile.email).toBe(mailbox);
        await client.setProfileSettings({ ...me, body: { showEmail: true } });
        expect((await school.admin.getNode(at(folder))).node.owner).toMatchObject({ mailbox });
      },
    },
    refusal: {
      'nobody sets those of others': async () => {
        const { person, client } = await makePerson(school);
        const call = { repository, person, body: { showEmail: false } };
        await expectRefused(school.bert.setProfileSettings(call), 403, /administrator/);
        await expectRefused(school.nobody.setProfileSettings(call), 401, /Sign in/);
        expect(await shown(client)).toBe(true);
      },
    },
    badInput: {
      'what is not true or false is refused': async () => {
        const { client } = await makePerson(school);
        for (const showEmail of ['no', null, 0]) {
          // The types forbid what is tried here.
          const body = { showEmail: showEmail as unknown as boolean };
          await expectRefused(client.setProfileSettings({ ...me, body }), 400, /showEmail/);
        }
        expect(await shown(client)).toBe(true);
      },
    },
  });

  describeOperation('getProfileSettings', school, {
    effect: {
      'the address is shown until the person hides it': async () => {
        const { person, client } = await makePerson(school);
        expect(await shown(client)).toBe(true);
        await school.admin.setProfileSettings({ repository, person, body: { showEmail: false } });
        expect(await shown(client)).toBe(false);
      },
    },
    refusal: {
      'those of others are no business of anybody': async () => {
        await expectRefused(school.bert.getProfileSettings({ repository, person: 'anna' }), 403, /administrator/);
      },
    },
    badInput: {
      'an unknown person is missing': async () => {
        await expectRefused(school.admin.getProfileSettings({ repository, person: 'zoe' }), 404, /zoe/);
      },
    },
  });
}

function describeStatus(school: School): void {
  const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';

  describeOperation('setPersonStatus', school, {
    effect: {
      'a blocked person cannot sign in, and can again later; what they own stays': async () => {
        const { person, client } = await makePerson(school);
        const folder = await makeFolder(client);
        await school.admin.setPersonStatus({ repository, person, status: 'blocked' });
        await expectRefused(client.getNode(at(folder)), 401);
        expect((await client.validateSession()).statusCode).toBe('INVALID_CREDENTIALS');
        expect((await school.admin.getPerson({ repository, person })).person.status).toEqual({ status: 'blocked' });
        expect((await school.admin.getNode(at(folder))).node.owner).toMatchObject({ firstName: 'Dora' });
        await school.admin.setPersonStatus({ repository, person, status: 'active' });
        expect((await client.getNode(at(folder))).node.access).toContain('Write');
        expect((await school.admin.getPerson({ repository, person })).person.status).toEqual({ status: 'active' });
      },
      'sessions end with it': overHttp(async () => {
        const { person } = await makePerson(school);
        const validate = (headers: object) =>
          rawRequest(school.raw, {
            method: 'GET',
            path: '/authentication/v1/validateSession',
            headers: { ...headers },
          });
        const opened = await validate(basic({ userName: person, password: 'Passwort' }));
        const cookie = /JSESSIONID=[^;]+/.exec(String(opened.headers['set-cookie']))?.[0] ?? '';
        expect((await validate({ cookie })).json()).toMatchObject({ authorityName: person });
        await school.admin.setPersonStatus({ repository, person, status: 'blocked' });
        expect((await validate({ cookie })).json()).toMatchObject({ authorityName: null });
      }),
      'a session that was not used meanwhile is not revived when the person is unblocked': overHttp(async () => {
        const { person } = await makePerson(school);
        const path = '/authentication/v1/validateSession';
        const validate = (headers: object) => rawRequest(school.raw, { method: 'GET', path, headers: { ...headers } });
        const opened = await validate(basic({ userName: person, password: 'Passwort' }));
        const cookie = /JSESSIONID=[^;]+/.exec(String(opened.headers['set-cookie']))?.[0] ?? '';
        await school.admin.setPersonStatus({ repository, person, status: 'blocked' });
        await school.admin.setPersonStatus({ repository, person, status: 'active' });
        expect((await validate({ cookie })).json()).toMatchObject({ authorityName: null });
      }),
      'an upload that is in progress ends with the account, also if that is active again at its end': async () => {
        const { person, client } = await makePerson(school);
        const file = await makeFile(client, 'before');
        const statuses = [['blocked'], ['blocked', 'active']] as const;
        for (const changes of statuses) {
          async function* bytes() {
            yield Buffer.from('first ');
            for (const status of changes) await school.admin.setPersonStatus({ repository, person, status });
            yield Buffer.from('second');
          }
          const body = { ...aFile(''), size: 12, bytes: Readable.from(bytes(), { objectMode: false }) };
          await expectRefused(client.uploadContent({ ...at(file), body }), 401, /sign-in ended during the upload/i);
          expect(String(await download(school.admin, file))).toBe('before');
          await school.admin.setPersonStatus({ repository, person, status: 'active' });
        }
      },
    },
    refusal: {
      'only an administrator blocks': async () => {
        const { person, client } = await makePerson(school);
        const call = { repository, person, status: 'blocked' } as const;
        await expectRefused(school.bert.setPersonStatus(call), 403, /administrator/);
        await expectRefused(client.setPersonStatus(call), 403, /administrator/);
        await expectRefused(school.nobody.setPersonStatus(call), 401, /Sign in/);
        expect(await preferencesOf(client)).toBeNull();
      },
    },
    badInput: {
      'oneself, the account of the command line, and an unknown person are not blocked': async () => {
        const { person, client } = await makePerson(school, [administrators]);
        const status = 'blocked';
        await expectRefused(client.setPersonStatus({ repository, person, status }), 400, /yourself/);
        await expectRefused(client.setPersonStatus({ repository, person: 'admin', status }), 400, /command line/);
        await expectRefused(client.setPersonStatus({ repository, person: 'zoe', status }), 404, /zoe/);
        await school.admin.removeMember({ repository, group: administrators, member: person });
      },
      'the last administrator who can sign in is not blocked': async () => {
        const [one, other] = [await makePerson(school, [administrators]), await makePerson(school, [administrators])];
        const admin = { repository, group: administrators, member: 'admin' };
        await one.client.removeMember(admin);
        await one.client.setPersonStatus({ repository, person: other.person, status: 'blocked' });
        const lastOut = { repository, group: administrators, member: one.person };
        await expectRefused(one.client.removeMember(lastOut), 400, /no administrator who can sign in/);
        await one.client.addMember(admin);
        for (const { person } of [one, other]) {
          await school.admin.removeMember({ repository, group: administrators, member: person });
        }
      },
      'another status is refused': overHttp(async () => {
        const { person, client } = await makePerson(school);
        for (const status of ['todelete', 'BLOCKED', 'x']) {
          const response = await rawRequest(school.raw, {
            method: 'PUT',
            path: `/iam/v1/people/-home-/${person}/status/${status}?notify=false`,
            headers: basic({ userName: 'admin', password: 'x' }),
          });
          expectRefusal(response, 401);
          // The types forbid what is tried here.
          const call = { repository, person, status: status as 'blocked' };
          await expectRefused(school.admin.setPersonStatus(call), 400, /status/);
        }
        expect(await preferencesOf(client)).toBeNull();
      }),
    },
  });
}

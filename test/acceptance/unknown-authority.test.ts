import { describe, expect, test } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import { admin, anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName } from '../support/trees.ts';

const repository = '-home-';

withTransports(
  (school) => {
    test('the list of a bulk importer with an unknown group sets nothing; with the group created, all of it', async () => {
      const file = await makeFile(school.admin, 'x');
      const group = `GROUP_${newName('fach')}`;
      const everyone = { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' };
      const permissions = ['Consumer', 'CCPublish'];
      const body = JSON.stringify({
        inherited: true,
        permissions: [
          { authority: everyone, permissions },
          { authority: { authorityName: group, authorityType: 'GROUP' }, permissions },
        ],
      });
      const headers = { ...basic(admin), accept: 'application/json', 'content-type': 'application/json' };
      const path = `/node/v1/nodes/-home-/${file.ref.id}/permissions?sendMail=False&sendCopy=False`;
      const call = { method: 'POST', path, headers, body };
      const before = await school.admin.getPermissions(at(file));

      expectRefusal(await rawRequest(school.raw, call), 400, new RegExp(group));
      expect(await school.admin.getPermissions(at(file))).toEqual(before);

      const create = { method: 'POST', path: `/iam/v1/groups/-home-/${group}`, headers, body: '{}' };
      expect((await rawRequest(school.raw, create)).status).toBe(200);
      expect((await rawRequest(school.raw, call)).status).toBe(200);
      const { localPermissions } = (await school.admin.getPermissions(at(file))).permissions;
      const names = localPermissions.permissions.map(({ authority }) => authority.authorityName);
      expect(new Set(names)).toEqual(new Set(['GROUP_EVERYONE', group]));
    });
  },
  { only: ['TCP'] },
);

const grant = (authorityName: string, permission = 'Consumer') => ({ authority: { authorityName }, permission });

/** Sets the permissions of a new file of Anna's. `skipped` is the header of the response. */
async function share(school: School, ...permissions: ReturnType<typeof grant>[]) {
  const file = await makeFile(school.anna, 'x');
  const call = callOf('setPermissions', { ...at(file), body: { inherited: false, permissions } }, basic(anna));
  const { status, headers } = await school.send(call);
  const { inherited, permissions: stored } = (await school.anna.getPermissions(at(file))).permissions.localPermissions;
  const names = stored.map(({ authority }) => authority.authorityName).sort();
  return { status, skipped: headers['x-edu-ignored-authorities'], inherited, names };
}

withTransports(
  (school) => {
    describe('permissions.unknownAuthorities: skip', () => {
      test('unknown people and groups are left out and named; the others are set', async () => {
        const result = await share(school, grant('zoë'), grant('bert'), grant('GROUP_UNKNOWN'));
        expect(result).toEqual({ status: 200, skipped: 'zo%C3%AB, GROUP_UNKNOWN', inherited: false, names: ['bert'] });
      });

      test('without unknown ones there is no such header', async () => {
        expect(await share(school, grant('bert'))).toMatchObject({ status: 200, skipped: undefined, names: ['bert'] });
      });

      test('an unknown permission is still refused', async () => {
        const refused = { status: 400, skipped: undefined, inherited: true, names: [] };
        expect(await share(school, grant('zoë'), grant('bert', 'Reader'))).toEqual(refused);
      });
    });
  },
  { overrides: { 'permissions.unknownAuthorities': 'skip' } },
);

withTransports(
  (school) => {
    describe('permissions.unknownAuthorities: create', () => {
      test('unknown groups are created without members, and get the rights', async () => {
        const group = `GROUP_${newName('fach')}`;
        const result = await share(school, grant(group), grant('bert'));
        expect(result).toEqual({ status: 200, skipped: undefined, inherited: false, names: [group, 'bert'] });
        expect((await school.admin.getGroup({ repository, group })).group.authorityName).toBe(group);
        expect((await school.admin.listMembers({ repository, group })).authorities).toEqual([]);
      });

      test('people are not created, and then no group is either', async () => {
        const group = `GROUP_${newName('fach')}`;
        const refused = { status: 400, skipped: undefined, inherited: true, names: [] };
        expect(await share(school, grant(group), grant('zoe'))).toEqual(refused);
        await expectRefused(school.admin.getGroup({ repository, group }), 404);
        await expectRefused(school.admin.getPerson({ repository, person: 'zoe' }), 404);
      });

      test('names that no group can have are refused', async () => {
        for (const name of ['GROUP_a:b', 'GROUP_', 'GROUP_ROLE_OWNER', `GROUP_${'x'.repeat(101)}`]) {
          expect((await share(school, grant(name))).status, name).toBe(400);
        }
      });

      test('the rights of a deleted group do not come back with one of its name', async () => {
        const group = `GROUP_${newName('fach')}`;
        await school.admin.createGroup({ repository, group, body: {} });
        const file = await makeFile(school.anna, 'x');
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant(group)] } });
        await school.admin.deleteGroup({ repository, group });
        await expect.poll(async () => (await share(school, grant(group))).status).toBe(200);
        await school.admin.addMember({ repository, group, member: 'carla' });
        await expectRefused(school.carla.getNode(at(file)), 403);
      });
    });
  },
  { overrides: { 'permissions.unknownAuthorities': 'create' } },
);

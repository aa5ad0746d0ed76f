import { describe, expect, test } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, download, makeFile, makeFolder, makeNode, namesIn, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const openDays = 'open_days';

function openToEverybody(school: School, node: WireNode, ...permissions: string[]) {
  const entry = { authority: { authorityName: 'GROUP_EVERYONE' }, permissions };
  return school.anna.setPermissions({ ...at(node), body: { permissions: permissions.length === 0 ? [] : [entry] } });
}

async function newShared(school: School) {
  const folder = await makeFolder(school.anna);
  return { folder, file: await makeFile(school.anna, 'the bytes', { parent: folder }) };
}

withTransports(
  (school) => {
    describe('the guest', () => {
      test('reads what everybody may read, and changes nothing', async () => {
        const { folder, file } = await newShared(school);
        await expectRefused(school.nobody.getNode(at(file)), 401, /Sign in/);
        await openToEverybody(school, folder, 'Collaborator');
        const { node } = await school.nobody.getNode(at(file));
        expect(node.isPublic).toBe(true);
        expect((await download(school.nobody, file)).toString()).toBe('the bytes');
        expect(await namesIn(school.nobody, folder)).toEqual([file.name]);
        const found = await school.nobody.searchNodes({ repository, query: file.name });
        expect(found.pagination.total).toBe(1);
        await expectRefused(makeNode(school.nobody, { type: 'ccm:io', parent: folder }), 401, /guests may only read/);
        await expectRefused(school.nobody.deleteNode(at(file)), 401, /guests may only read/);
        await openToEverybody(school, folder);
        await expectRefused(school.nobody.getNode(at(file)), 401, /Sign in/);
        expect((await school.nobody.searchNodes({ repository, query: file.name })).pagination.total).toBe(0);
      });

      test('finds nothing in the trash, not even of a person with its name', async () => {
        const own = { userName: 'guest', password: 'Geheim: ß' };
        await school.admin.createPerson({ repository, person: own.userName, password: own.password, body: {} });
        const file = await makeFile(school.as(own), 'x');
        await school.as(own).deleteNode(at(file));
        const archive = { repository, metadataset: '-default-', query: 'archive' };
        expect((await school.as(own).searchBySet(archive)).pagination.total).toBe(1);
        expect((await school.nobody.searchBySet(archive)).pagination.total).toBe(0);
        await school.admin.deletePerson({ repository, person: own.userName });
      });

      test('reads what its groups may read, and groups above them, as long as they may', async () => {
        const { folder, file } = await newShared(school);
        const [near, far] = [`GROUP_${openDays}`, `GROUP_${newName('above')}`];
        for (const group of [near, far]) await school.admin.createGroup({ repository, group, body: {} });
        await school.anna.setPermissions({
          ...at(folder),
          body: { permissions: [{ authority: { authorityName: far }, permission: 'Collaborator' }] },
        });
        await expectRefused(school.nobody.getNode(at(file)), 401, /Sign in/);
        await school.admin.addMember({ repository, group: far, member: near });
        const { node } = await school.nobody.getNode(at(file));
        expect(node).toMatchObject({ name: file.name, isPublic: false });
        await expectRefused(school.nobody.deleteNode(at(file)), 401, /guests may only read/);
        await school.admin.removeMember({ repository, group: far, member: near });
        await expectRefused(school.nobody.getNode(at(file)), 401, /Sign in/);
      });

      test('is told to be one, and has no home', async () => {
        expect(await school.nobody.validateSession()).toMatchObject({
          authorityName: null,
          isGuest: true,
          isValidLogin: true,
          isAdmin: false,
          statusCode: 'GUEST',
          userHome: null,
        });
        await expectRefused(school.nobody.getNode(at('-userhome-')), 401, /guests have no home/);
      });

      test('reads its own record, which has no home folder, and no other person', async () => {
        const { person } = await school.nobody.getPerson({ repository, person: '-me-' });
        expect(person).toMatchObject({ authorityName: 'guest', authorityType: 'USER', userName: 'guest' });
        expect(person.homeFolder).toMatchObject({ repo: 'local', id: '' });
        // A person of this name is not the guest.
        await school.admin.createPerson({ repository, person: 'guest', body: { firstName: 'Gesa', lastName: 'Gast' } });
        expect((await school.nobody.getPerson({ repository, person: '-me-' })).person).toEqual(person);
        for (const other of ['guest', 'anna', 'zoe']) {
          await expectRefused(school.nobody.getPerson({ repository, person: other }), 401, /Sign in/);
        }
        await expectRefused(school.nobody.listMemberships({ repository, person: '-me-' }), 401, /Sign in/);
        const wrong = school.as({ userName: 'anna', password: 'wrong' });
        await expectRefused(wrong.getPerson({ repository, person: '-me-' }), 401, /sign-in failed/);
      });

      test('is not who shows wrong credentials', async () => {
        const { file } = await newShared(school);
        await openToEverybody(school, file, 'Consumer');
        const wrong = school.as({ userName: 'anna', password: 'wrong' });
        await expectRefused(wrong.getNode(at(file)), 401, /sign-in failed/);
        expect(await wrong.validateSession()).toMatchObject({ isGuest: false, statusCode: 'INVALID_CREDENTIALS' });
      });
    });
  },
  { overrides: { 'security.guest.enabled': 'true', 'security.guest.groups': `[${openDays}]` } },
);

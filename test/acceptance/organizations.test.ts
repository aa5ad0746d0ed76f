import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, childrenOf, makeFile, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const unknown = 'GROUP_does-not-exist';
const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describePutting(school);
  describeUnbinding(school);
  describeListing(school);
  describeReading(school);
  describeLeaving(school);
});

async function makeGroup(school: School, ...members: readonly string[]): Promise<string> {
  const group = (await school.admin.createGroup({ repository, group: newName('school'), body: {} })).authorityName;
  for (const member of members) await school.admin.addMember({ repository, group, member });
  return group;
}

const bind = (school: School, organization: string, folder: string | WireNode) =>
  school.admin.putOrganization({ repository, organization, folder: at(folder).node });

const sharedWith = async (client: School['carla']): Promise<string[]> =>
  (await client.getPerson({ repository, person: '-me-' })).person.sharedFolders.map(({ id }) => id);

const localEntries = async (school: School, folder: WireNode) =>
  (await school.admin.getPermissions(at(folder))).permissions.localPermissions.permissions.map(
    ({ authority, permission }) => [authority.authorityName, permission],
  );

function describePutting(school: School): void {
  describeOperation('putOrganization', school, {
    effect: {
      '4.6 PUT organizations | folder: members work in the folder at once, and find it in sharedFolders and under -shared_files-':
        async () => {
          const [folder, outer] = [await makeFolder(school.admin), await makeGroup(school)];
          await school.admin.addMember({ repository, group: outer, member: await makeGroup(school, 'carla') });
          const made = await bind(school, outer.slice('GROUP_'.length), folder);
          expect(made).toMatchObject({ authorityName: outer, sharedFolder: { id: folder.ref.id, archived: false } });
          expect(await sharedWith(school.carla)).toEqual([folder.ref.id]);
          const { users } = await school.admin.searchPeople({ repository, pattern: 'carla' });
          expect(users[0]?.sharedFolders.map(({ id }) => id)).toEqual([folder.ref.id]);
          expect((await childrenOf(school.carla, '-shared_files-')).map(({ ref }) => ref.id)).toEqual([folder.ref.id]);
          await makeFile(school.carla, 'x', { parent: folder, name: 'mine.txt' });
          expect(await namesIn(school.anna, '-shared_files-')).toEqual([]);
          await expectRefused(school.anna.getNode(at(folder)), 403);
          await school.admin.deleteOrganization({ repository, organization: outer });
        },
      'a second folder takes the place of the first, in the same change': async () => {
        const [first, second] = [await makeFolder(school.admin), await makeFolder(school.admin)];
        const group = await makeGroup(school, 'carla');
        await bind(school, group, first);
        await bind(school, group, second);
        expect(await sharedWith(school.carla)).toEqual([second.ref.id]);
        await expectRefused(school.carla.getNode(at(first)), 403);
        await bind(school, group, second);
        expect(await localEntries(school, second)).toEqual([[group, 'Collaborator']]);
        await school.admin.deleteOrganization({ repository, organization: group });
        expect(await localEntries(school, second)).toEqual([]);
      },
      'without a folder, group, administrators and folder are made': async () => {
        const name = newName('Gymnasium');
        const body = { displayName: `Gymnasium ${name}` };
        const made = await school.admin.putOrganization({ repository, organization: name, body });
        expect(made).toMatchObject({ authorityName: `GROUP_ORG_${name}`, profile: body });
        const administrators = `GROUP_ORG_${name}_ADMINISTRATORS`;
        const { authorities } = await school.admin.listMembers({ repository, group: made.authorityName });
        expect(authorities).toMatchObject([
          { authorityName: administrators, profile: { groupType: 'ORG_ADMINISTRATORS' } },
        ]);
        const { node } = await school.admin.getNode(at(made.sharedFolder.id));
        expect(node).toMatchObject({ name: body.displayName, isDirectory: true });
        await school.admin.addMember({ repository, group: made.authorityName, member: 'bert' });
        await school.admin.addMember({ repository, group: administrators, member: 'carla' });
        expect((await school.bert.getNode(at(node))).node.access).not.toContain('ChangePermissions');
        expect((await school.carla.getNode(at(node))).node.access).toContain('ChangePermissions');
        expect(await sharedWith(school.carla)).toEqual([node.ref.id]);
        await expectRefused(school.anna.getNode(at(node)), 403);
        await school.admin.deleteOrganization({ repository, organization: name });
        for (const client of [school.bert, school.carla]) await expectRefused(client.getNode(at(node)), 403);
        const group = made.authorityName;
        expect((await school.admin.getGroup({ repository, group })).group.authorityName).toBe(group);
      },
      '4.6 PUT organizations | folder (required): without it and a body, group and folder are made, as later servers do':
        async () => {
          const organization = newName('Gymnasium');
          const made = await school.admin.putOrganization({ repository, organization });
          expect(made).toMatchObject({ authorityName: `GROUP_ORG_${organization}` });
          expect((await school.admin.getNode(at(made.sharedFolder.id))).node.name).toBe(organization);
        },
      'binding again gives back nothing that was taken away, and gives nothing to a later namesake': async () => {
        const name = newName('Gymnasium');
        const { sharedFolder } = await school.admin.putOrganization({ repository, organization: name, body: {} });
        const { node } = await school.admin.getNode(at(sharedFolder.id));
        const administrators = `GROUP_ORG_${name}_ADMINISTRATORS`;
        const members = [`GROUP_ORG_${name}`, 'Collaborator'];
        await bind(school, name, node);
        expect(await localEntries(school, node)).toEqual([members, [administrators, 'Coordinator']]);
        await school.admin.deleteGroup({ repository, group: administrators });
        // None of this name is made before nothing is left of the first one.
        await school.admin.createGroup({ repository, group: administrators, body: {} });
        await bind(school, name, node);
        expect(await localEntries(school, node)).toEqual([members]);
        await school.admin.deleteOrganization({ repository, organization: name });
      },
    },
    refusal: {
      'only an administrator binds, not the owner of the folder, and -shared_files- is a list only': async () => {
        const group = await makeGroup(school, 'anna');
        const folder = await makeFolder(school.anna);
        const call = { repository, organization: group, folder: folder.ref.id };
        await expectRefused(school.anna.putOrganization(call), 403, /administrator/);
        await expectRefused(school.nobody.putOrganization(call), 401, /Sign in/);
        expect(await sharedWith(school.anna)).toEqual([]);
        await expectRefused(school.anna.getNode(at('-shared_files-')), 400, /Request its children/);
        await expectRefused(makeFolder(school.anna, { parent: '-shared_files-' }), 400, /Request its children/);
      },
    },
    badInput: {
      'unknown groups and folders are missing, and what is no folder is refused': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await expectRefused(bind(school, unknown, folder), 404, /Group GROUP_does-not-exist does not exist/);
        for (const id of [unknownNode, 'x', '']) await expectRefused(bind(school, group, id), 404, /Node .*not exist/);
        await expectRefused(bind(school, group, await makeFile(school.admin, 'x')), 400, /not a folder/);
        const deleted = await makeFolder(school.admin);
        await school.admin.deleteNode({ ...at(deleted), recycle: true });
        await expectRefused(bind(school, group, deleted), 404, /does not exist/);
        expect(await sharedWith(school.carla)).toEqual([]);
        expect(await localEntries(school, folder)).toEqual([]);
      },
      'an organization that there is, and a name that cannot be one, make nothing': async () => {
        const name = newName('Gymnasium');
        await school.admin.putOrganization({ repository, organization: name, body: {} });
        for (const organization of [name, `ORG_${name}`, `GROUP_ORG_${name}`]) {
          await expectRefused(
            school.admin.putOrganization({ repository, organization, body: {} }),
            400,
            /already exists/,
          );
        }
        for (const organization of ['a/b', 'a:b', 'ORG_', 'GROUP_', 'x'.repeat(100)]) {
          await expectRefused(school.admin.putOrganization({ repository, organization, body: {} }), 400, /group name/);
        }
      },
    },
  });
}

function describeUnbinding(school: School): void {
  describeOperation('deleteOrganization', school, {
    effect: {
      'what the binding granted is taken away, and nothing else': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        const grants = ['Consumer', 'CCPublish'].map((permission) => ({
          authority: { authorityName: group },
          permission,
        }));
        await school.admin.setPermissions({ ...at(folder), body: { permissions: grants } });
        const before = await school.admin.getPermissions(at(folder));
        await bind(school, group, folder);
        await makeFile(school.carla, 'x', { parent: folder });
        await school.admin.deleteOrganization({ repository, organization: group });
        expect(await school.admin.getPermissions(at(folder))).toEqual(before);
        await expectRefused(makeFile(school.carla, 'y', { parent: folder }), 403);
        expect((await childrenOf(school.carla, folder)).length).toBe(1);
        expect(await sharedWith(school.carla)).not.toContain(folder.ref.id);
      },
      'what had been granted before the binding stays': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        const grant = { authority: { authorityName: group }, permission: 'Collaborator' };
        await school.admin.setPermissions({ ...at(folder), body: { permissions: [grant] } });
        await bind(school, group, folder);
        await school.admin.deleteOrganization({ repository, organization: group });
        expect(await localEntries(school, folder)).toEqual([[group, 'Collaborator']]);
      },
      'with the group its binding goes too': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await bind(school, group, folder);
        await school.admin.deleteGroup({ repository, group });
        expect(await localEntries(school, folder)).toEqual([]);
        expect(await sharedWith(school.carla)).toEqual([]);
        await school.admin.createGroup({ repository, group, body: {} });
        await expectRefused(school.admin.deleteOrganization({ repository, organization: group }), 404);
      },
    },
    refusal: {
      'only an administrator unbinds': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await bind(school, group, folder);
        const call = { repository, organization: group };
        await expectRefused(school.carla.deleteOrganization(call), 403, /administrator/);
        await expectRefused(school.nobody.deleteOrganization(call), 401, /Sign in/);
        expect(await sharedWith(school.carla)).toEqual([folder.ref.id]);
        await school.admin.deleteOrganization(call);
      },
    },
    badInput: {
      'an unknown group and one that is not bound are missing': async () => {
        for (const organization of [unknown, await makeGroup(school)]) {
          await expectRefused(school.admin.deleteOrganization({ repository, organization }), 404, /does not exist/);
        }
      },
    },
  });
}

function describeListing(school: School): void {
  describeOperation('listOrganizations', school, {
    effect: {
      'one lists the own ones, also through other groups; an administrator lists all': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school)];
        await school.admin.addMember({ repository, group, member: await makeGroup(school, 'carla') });
        const organization = await bind(school, group, folder);
        expect((await school.carla.listOrganizations({ repository })).organizations).toContainEqual(organization);
        const own = await school.carla.listOrganizations({ repository, pattern: group });
        expect(own).toEqual({
          organizations: [organization],
          pagination: { total: 1, from: 0, count: 1 },
          canCreate: false,
        });
        const all = await school.admin.listOrganizations({ repository, pattern: group });
        expect(all).toEqual({ ...own, canCreate: true });
        expect((await school.admin.listOrganizations({ repository, maxItems: 0 })).organizations).toEqual([]);
        await school.admin.deleteOrganization({ repository, organization: group });
      },
      'a folder that was deleted, or one above it, is told as archived, and is shared with nobody': async () => {
        const [above, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        const folder = await makeFolder(school.admin, { parent: above });
        await bind(school, group, folder);
        await school.admin.deleteNode({ ...at(above), recycle: true });
        const below = await school.carla.listOrganizations({ repository, pattern: group });
        expect(below.organizations.map(({ sharedFolder }) => sharedFolder.archived)).toEqual([true]);
        expect(await sharedWith(school.carla)).toEqual([]);
        await school.admin.restoreArchived({ repository, archivedNodeIds: [above.ref.id] });
        expect(await sharedWith(school.carla)).toEqual([folder.ref.id]);
        await school.admin.deleteNode({ ...at(folder), recycle: true });
        const { organizations } = await school.carla.listOrganizations({ repository, pattern: group });
        expect(organizations.map(({ sharedFolder }) => sharedFolder.archived)).toEqual([true]);
        expect(await sharedWith(school.carla)).toEqual([]);
        expect(await namesIn(school.carla, '-shared_files-')).toEqual([]);
        await school.admin.deleteOrganization({ repository, organization: group });
      },
    },
    refusal: {
      'foreign ones are neither listed nor counted': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await bind(school, group, folder);
        const seen = await school.anna.listOrganizations({ repository, pattern: group });
        expect(seen).toEqual({ organizations: [], pagination: { total: 0, from: 0, count: 0 }, canCreate: false });
        await expectRefused(school.nobody.listOrganizations({ repository }), 401, /Sign in/);
        await school.admin.deleteOrganization({ repository, organization: group });
      },
    },
    badInput: {
      'a page that cannot be is refused': async () => {
        await expectRefused(school.admin.listOrganizations({ repository, maxItems: -1 }), 400, /maxItems/);
      },
    },
  });
}

function describeReading(school: School): void {
  describeOperation('getOrganization', school, {
    effect: {
      'a member and an administrator get it as the list has it, with or without GROUP_': async () => {
        const [folder, group] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        const bound = await bind(school, group, folder);
        const organization = group.slice('GROUP_'.length);
        expect(await school.carla.getOrganization({ repository, organization })).toEqual(bound);
        expect(await school.admin.getOrganization({ repository, organization: group })).toEqual(bound);
        await school.admin.deleteOrganization({ repository, organization });
      },
    },
    refusal: {
      'one of others is not found; without a sign-in, none is told': async () => {
        const [folder, organization] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await bind(school, organization, folder);
        await expectRefused(school.anna.getOrganization({ repository, organization }), 404, /does not exist/);
        await expectRefused(school.nobody.getOrganization({ repository, organization }), 401, /Sign in/);
        await school.admin.deleteOrganization({ repository, organization });
      },
    },
    badInput: {
      'an unknown group and one that is not bound are missing': async () => {
        for (const organization of [unknown, await makeGroup(school)]) {
          await expectRefused(school.admin.getOrganization({ repository, organization }), 404, /does not exist/);
        }
      },
    },
  });
}

function describeLeaving(school: School): void {
  describeOperation('removeOrganizationMember', school, {
    effect: {
      'the member leaves the organization and its administrators, and sees the folder no longer': async () => {
        const name = newName('school');
        const made = await school.admin.putOrganization({ repository, organization: name, body: {} });
        const { authorityName: organization, sharedFolder } = made;
        for (const group of [organization, `${organization}_ADMINISTRATORS`]) {
          await school.admin.addMember({ repository, group, member: 'carla' });
        }
        expect(await sharedWith(school.carla)).toContain(sharedFolder.id);
        await school.admin.removeOrganizationMember({ repository, organization, member: 'carla' });
        expect(await sharedWith(school.carla)).not.toContain(sharedFolder.id);
      },
    },
    refusal: {
      'only an administrator removes': async () => {
        const [folder, organization] = [await makeFolder(school.admin), await makeGroup(school, 'carla')];
        await bind(school, organization, folder);
        const call = { repository, organization, member: 'carla' };
        await expectRefused(school.carla.removeOrganizationMember(call), 403, /administrator/);
        await expectRefused(school.nobody.removeOrganizationMember(call), 401, /Sign in/);
        expect(await sharedWith(school.carla)).toEqual([folder.ref.id]);
        await school.admin.removeOrganizationMember(call);
      },
    },
    badInput: {
      'one who is no member, and a group that is not bound, are missing': async () => {
        const [folder, organization] = [await makeFolder(school.admin), await makeGroup(school)];
        const unbound = { repository, organization, member: 'anna' };
        await expectRefused(school.admin.removeOrganizationMember(unbound), 404, /does not exist/);
        await bind(school, organization, folder);
        await expectRefused(school.admin.removeOrganizationMember(unbound), 404, /does not exist/);
      },
    },
  });
}

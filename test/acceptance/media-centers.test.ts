import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { admin, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName } from '../support/trees.ts';

const repository = '-home-';
const unknown = 'GROUP_MEDIA_CENTER_nowhere';

withTransports((school) => {
  describeMaking(school);
  describeReading(school);
  describeChanging(school);
  describeManaged(school);
  describeNodes(school);
});

const details = {
  id: 'MZ-42',
  location: 'Köln',
  districtAbbreviation: 'K',
  mainUrl: 'https://mz.example',
  contentStatus: 'Activated',
  catalogs: [{ name: 'Filme', url: 'https://mz.example/filme' }],
} as const;

const noDetails = {
  id: null,
  location: null,
  districtAbbreviation: null,
  mainUrl: null,
  contentStatus: null,
  catalogs: [],
};

async function makeMediaCenter(school: School) {
  const mediacenter = newName('mz');
  return { repository, mediacenter, made: await school.admin.createMediaCenter({ repository, mediacenter }) };
}

const makeGroup = async (school: School): Promise<string> =>
  (await school.admin.createGroup({ repository, group: newName('school'), body: {} })).authorityName;

const proxyOf = (mediacenter: string): string => `GROUP_MEDIA_CENTER_PROXY_${mediacenter}`;

const namesIn = async (school: School): Promise<string[]> =>
  (await school.admin.listMediaCenters({ repository })).map(({ authorityName }) => authorityName);

function describeMaking(school: School): void {
  describeOperation('createMediaCenter', school, {
    effect: {
      'a media centre is a group of its type, whichever form its name has': async () => {
        for (const prefix of ['', 'MEDIA_CENTER_', 'GROUP_MEDIA_CENTER_']) {
          const mediacenter = newName('mz');
          const body = { displayName: 'Medienzentrum', mediacenter: { ...details, catalogs: [...details.catalogs] } };
          const made = await school.admin.createMediaCenter({
            repository,
            mediacenter: `${prefix}${mediacenter}`,
            body,
          });
          const name = `GROUP_MEDIA_CENTER_${mediacenter}`;
          expect(made).toMatchObject({ authorityName: name, administrationAccess: true });
          expect(made.profile).toMatchObject({ displayName: 'Medienzentrum', mediacenter: details });
          const { group } = await school.admin.getGroup({ repository, group: name });
          expect(group.profile).toMatchObject({ displayName: 'Medienzentrum', groupType: 'MEDIA_CENTER' });
        }
      },
      'its proxy group comes with it, and rights can be granted to it': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const proxy = proxyOf(mediacenter);
        const { group } = await school.admin.getGroup({ repository, group: proxy });
        expect(group).toMatchObject({ authorityName: proxy, profile: { groupType: 'MEDIA_CENTER_PROXY' } });
        const seen = await namesIn(school);
        expect(seen).toContain(made.authorityName);
        expect(seen).not.toContain(proxy);
        const file = await makeFile(school.anna, 'x');
        const grant = { authority: { authorityName: proxy }, permission: 'Consumer' };
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant] } });
        await school.admin.addMember({ repository, group: proxy, member: 'carla' });
        expect((await school.carla.getNode(at(file))).node.name).toBe(file.name);
      },
      'a proxy group that is there already stays': async () => {
        const mediacenter = newName('mz');
        const group = proxyOf(mediacenter);
        await school.admin.createGroup({ repository, group, body: { displayName: 'Von Hand' } });
        await school.admin.createMediaCenter({ repository, mediacenter });
        expect((await school.admin.getGroup({ repository, group })).group.profile.displayName).toBe('Von Hand');
      },
      'the importer sends an empty profile, or none': overHttp(async () => {
        const headers = { ...basic(admin), 'content-type': 'application/json' };
        for (const body of ['{"mediacenter":{}}', '{}', '']) {
          const name = newName('mz');
          const path = `/mediacenter/v1/mediacenter/-home-/${name}`;
          const response = await rawRequest(school.raw, { method: 'POST', path, headers, body });
          expect(response.status, body).toBe(200);
          expect(response.json()).toMatchObject({ profile: { displayName: name, mediacenter: noDetails } });
        }
      }),
    },
    refusal: {
      'only an administrator makes one': async () => {
        const mediacenter = newName('mz');
        await expectRefused(school.anna.createMediaCenter({ repository, mediacenter }), 403, /administrator/);
        await expectRefused(school.nobody.createMediaCenter({ repository, mediacenter }), 401, /Sign in/);
        expect(await namesIn(school)).not.toContain(`GROUP_MEDIA_CENTER_${mediacenter}`);
      },
    },
    badInput: {
      'a name that is taken, or cannot be one, is refused': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        await expectRefused(school.admin.createMediaCenter({ repository, mediacenter }), 400, /already exists/);
        for (const name of ['a/b', 'a:b', 'x'.repeat(100)]) {
          await expectRefused(school.admin.createMediaCenter({ repository, mediacenter: name }), 400, /group name/);
        }
      },
      'a proxy group is no media centre': async () => {
        const mediacenter = `PROXY_${newName('mz')}`;
        await expectRefused(school.admin.createMediaCenter({ repository, mediacenter }), 400, /PROXY_/);
        const { mediacenter: name } = await makeMediaCenter(school);
        await expectRefused(school.admin.getMediaCenter({ repository, mediacenter: `PROXY_${name}` }), 404);
      },
      'details that are none are refused': async () => {
        const mediacenter = newName('mz');
        // The types forbid what is tried here.
        const body = { mediacenter: { contentStatus: 'on' as 'Activated' } };
        await expectRefused(school.admin.createMediaCenter({ repository, mediacenter, body }), 400, /contentStatus/);
        expect(await namesIn(school)).not.toContain(`GROUP_MEDIA_CENTER_${mediacenter}`);
      },
    },
  });
}

function describeReading(school: School): void {
  describeOperation('listMediaCenters', school, {
    effect: {
      'everybody who is signed in sees them, and no other groups': async () => {
        const { made } = await makeMediaCenter(school);
        const group = await makeGroup(school);
        const seen = await school.carla.listMediaCenters({ repository });
        expect(seen).toContainEqual({ ...made, administrationAccess: false });
        expect(seen.map(({ authorityName }) => authorityName)).not.toContain(group);
        expect(await school.admin.listMediaCenters({ repository })).toContainEqual(made);
      },
    },
    refusal: {
      'whoever is not signed in sees none': async () => {
        await expectRefused(school.nobody.listMediaCenters({ repository }), 401, /Sign in/);
      },
    },
    badInput: {
      'another repository is missing': async () => {
        await expectRefused(school.anna.listMediaCenters({ repository: 'elsewhere' }), 404, /elsewhere/);
      },
    },
  });

  describeOperation('getMediaCenter', school, {
    effect: {
      'it is read by any form of its name': async () => {
        const { made, mediacenter } = await makeMediaCenter(school);
        for (const name of [mediacenter, made.groupName, made.authorityName]) {
          expect(await school.admin.getMediaCenter({ repository, mediacenter: name })).toEqual(made);
        }
      },
    },
    refusal: {
      'whoever is not signed in reads none': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        await expectRefused(school.nobody.getMediaCenter({ repository, mediacenter }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown one, and a group that is none, are missing': async () => {
        for (const mediacenter of [unknown, await makeGroup(school), 'GROUP_EVERYONE']) {
          await expectRefused(school.anna.getMediaCenter({ repository, mediacenter }), 404, /Media centre/);
        }
      },
    },
  });
}

function describeChanging(school: School): void {
  describeOperation('updateMediaCenter', school, {
    effect: {
      'what is sent changes, the rest stays': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const update = (body: Parameters<School['admin']['updateMediaCenter']>[0]['body']) =>
          school.admin.updateMediaCenter({ repository, mediacenter, body });
        await update({ displayName: 'Neu', mediacenter: { ...details, catalogs: [...details.catalogs] } });
        const after = await update({ mediacenter: { location: 'Bonn', mainUrl: null, catalogs: null } });
        expect(after.profile.displayName).toBe('Neu');
        const changed = { ...details, location: 'Bonn', mainUrl: null, catalogs: [] };
        expect(after.profile.mediacenter).toEqual(changed);
        expect((await school.anna.getMediaCenter({ repository, mediacenter })).profile.mediacenter).toEqual(changed);
      },
      'a media centre without a proxy group gets it': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const group = proxyOf(mediacenter);
        await school.admin.deleteGroup({ repository, group });
        await school.admin.updateMediaCenter({ repository, mediacenter, body: {} });
        expect((await school.admin.getGroup({ repository, group })).group.authorityName).toBe(group);
      },
      'a change of the group keeps the details': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        await school.admin.updateMediaCenter({ repository, mediacenter, body: { mediacenter: { id: 'MZ-1' } } });
        const body = { displayName: 'Umbenannt' };
        await school.admin.updateGroupProfile({ repository, group: made.authorityName, body });
        const { profile } = await school.admin.getMediaCenter({ repository, mediacenter });
        expect(profile).toMatchObject({ displayName: 'Umbenannt', mediacenter: { id: 'MZ-1' } });
      },
    },
    refusal: {
      'only an administrator changes it': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const call = { repository, mediacenter, body: { displayName: 'Mine' } };
        await expectRefused(school.anna.updateMediaCenter(call), 403, /administrator/);
        await expectRefused(school.nobody.updateMediaCenter(call), 401, /Sign in/);
        expect(await school.admin.getMediaCenter({ repository, mediacenter })).toEqual(made);
      },
    },
    badInput: {
      'an unknown one is missing, and catalogs that are no list are refused': async () => {
        await expectRefused(school.admin.updateMediaCenter({ repository, mediacenter: unknown, body: {} }), 404);
        const { mediacenter } = await makeMediaCenter(school);
        // The types forbid what is tried here.
        const body = { mediacenter: { catalogs: 'x' as unknown as [] } };
        await expectRefused(school.admin.updateMediaCenter({ repository, mediacenter, body }), 400, /catalogs/);
      },
    },
  });

  describeOperation('deleteMediaCenter', school, {
    effect: {
      'it is gone, and what it managed stays': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const group = await makeGroup(school);
        await school.admin.addManagedGroup({ repository, mediacenter, group });
        await school.admin.deleteMediaCenter({ repository, mediacenter });
        expect(await namesIn(school)).not.toContain(made.authorityName);
        expect((await school.admin.getGroup({ repository, group })).group.authorityName).toBe(group);
      },
      'its proxy group goes with it, also when it is deleted as a group': async () => {
        const remove = [
          (mediacenter: string) => school.admin.deleteMediaCenter({ repository, mediacenter }),
          (name: string) => school.admin.deleteGroup({ repository, group: `GROUP_MEDIA_CENTER_${name}` }),
        ];
        for (const removed of remove) {
          const { mediacenter } = await makeMediaCenter(school);
          const group = proxyOf(mediacenter);
          await school.admin.getGroup({ repository, group });
          await removed(mediacenter);
          await expectRefused(school.admin.getGroup({ repository, group }), 404, /PROXY/);
        }
      },
    },
    refusal: {
      'only an administrator deletes it': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        await expectRefused(school.anna.deleteMediaCenter({ repository, mediacenter }), 403, /administrator/);
        await expectRefused(school.nobody.deleteMediaCenter({ repository, mediacenter }), 401, /Sign in/);
        expect(await namesIn(school)).toContain(made.authorityName);
      },
    },
    badInput: {
      'a group that is no media centre is missing, and stays': async () => {
        const group = await makeGroup(school);
        await expectRefused(school.admin.deleteMediaCenter({ repository, mediacenter: group }), 404, /Media centre/);
        expect((await school.admin.getGroup({ repository, group })).group.authorityName).toBe(group);
      },
    },
  });
}

function describeManaged(school: School): void {
  const managed = async (mediacenter: string): Promise<string[]> =>
    (await school.admin.listManagedGroups({ repository, mediacenter })).map(({ authorityName }) => authorityName);

  describeOperation('addManagedGroup', school, {
    effect: {
      'the people of the group are in the media centre, and get its rights': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const group = await makeGroup(school);
        await school.admin.addMember({ repository, group, member: 'carla' });
        const file = await makeFile(school.anna, 'x');
        const grant = { authority: { authorityName: made.authorityName }, permission: 'Consumer' };
        await school.anna.setPermissions({ ...at(file), body: { permissions: [grant] } });
        await expectRefused(school.carla.getNode(at(file)), 403);
        const bare = group.slice('GROUP_'.length);
        const groups = await school.admin.addManagedGroup({ repository, mediacenter, group: bare });
        expect(groups.map(({ authorityName }) => authorityName)).toEqual([group]);
        expect((await school.carla.getNode(at(file))).node.name).toBe(file.name);
      },
    },
    refusal: {
      'only an administrator adds': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const call = { repository, mediacenter, group: await makeGroup(school) };
        await expectRefused(school.anna.addManagedGroup(call), 403, /administrator/);
        await expectRefused(school.nobody.addManagedGroup(call), 401, /Sign in/);
        expect(await managed(mediacenter)).toEqual([]);
      },
    },
    badInput: {
      'people, unknown groups and the media centre itself are not managed': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const add = (group: string) => school.admin.addManagedGroup({ repository, mediacenter, group });
        await expectRefused(add('carla'), 404, /GROUP_carla/);
        await expectRefused(add('GROUP_nowhere'), 404, /GROUP_nowhere/);
        await expectRefused(add('EVERYONE'), 400, /special/);
        await expectRefused(add(made.authorityName), 400, /itself/);
        const group = await makeGroup(school);
        await expectRefused(school.admin.addManagedGroup({ repository, mediacenter: unknown, group }), 404);
        expect(await managed(mediacenter)).toEqual([]);
      },
    },
  });

  describeOperation('removeManagedGroup', school, {
    effect: {
      'the rights end, and the other groups stay': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const [one, other] = [await makeGroup(school), await makeGroup(school)];
        for (const group of [one, other]) await school.admin.addManagedGroup({ repository, mediacenter, group });
        const left = await school.admin.removeManagedGroup({ repository, mediacenter, group: one });
        expect(left.map(({ authorityName }) => authorityName)).toEqual([other]);
      },
    },
    refusal: {
      'only an administrator removes': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const group = await makeGroup(school);
        await school.admin.addManagedGroup({ repository, mediacenter, group });
        await expectRefused(school.anna.removeManagedGroup({ repository, mediacenter, group }), 403, /administrator/);
        await expectRefused(school.nobody.removeManagedGroup({ repository, mediacenter, group }), 401, /Sign in/);
        expect(await managed(mediacenter)).toEqual([group]);
      },
    },
    badInput: {
      'a group that it does not manage is missing': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        const group = await makeGroup(school);
        await expectRefused(school.admin.removeManagedGroup({ repository, mediacenter, group }), 404, /not exist/);
      },
    },
  });

  describeOperation('listManagedGroups', school, {
    effect: {
      'groups are listed by name, people are not': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const groups = [await makeGroup(school), await makeGroup(school)];
        for (const group of groups) await school.admin.addManagedGroup({ repository, mediacenter, group });
        await school.admin.addMember({ repository, group: made.authorityName, member: 'carla' });
        expect([...(await managed(mediacenter))].sort()).toEqual([...groups].sort());
      },
    },
    refusal: {
      'only an administrator lists them': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        await expectRefused(school.anna.listManagedGroups({ repository, mediacenter }), 403, /administrator/);
      },
    },
    badInput: {
      'an unknown media centre is missing': async () => {
        await expectRefused(school.admin.listManagedGroups({ repository, mediacenter: unknown }), 404, /Media centre/);
      },
    },
  });
}

function describeNodes(school: School): void {
  describeOperation('listMediaCenterNodes', school, {
    effect: {
      'what is shared with it is listed for those who may read it, in pages': async () => {
        const { mediacenter, made } = await makeMediaCenter(school);
        const files = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'y')];
        const grant = { authority: { authorityName: made.authorityName }, permission: 'Consumer' };
        for (const file of files) await school.anna.setPermissions({ ...at(file), body: { permissions: [grant] } });
        const listed = async (client: School['anna'], query: object = {}) => {
          const { nodes, pagination } = await client.listMediaCenterNodes({ repository, mediacenter, ...query });
          return { ids: nodes.map(({ ref }) => ref.id).sort(), total: pagination.total };
        };
        const ids = files.map(({ ref }) => ref.id).sort();
        expect(await listed(school.anna)).toEqual({ ids, total: 2 });
        expect(await listed(school.anna, { maxItems: 1 })).toMatchObject({ total: 2 });
        expect(await listed(school.carla)).toEqual({ ids: [], total: 0 });
        await school.admin.addMember({ repository, group: made.authorityName, member: 'carla' });
        expect(await listed(school.carla)).toEqual({ ids, total: 2 });
        const [first] = files;
        if (first !== undefined) await school.anna.setPermissions({ ...at(first), body: { permissions: [] } });
        expect((await listed(school.anna)).total).toBe(1);
      },
    },
    refusal: {
      'whoever is not signed in lists nothing': async () => {
        const { mediacenter } = await makeMediaCenter(school);
        await expectRefused(school.nobody.listMediaCenterNodes({ repository, mediacenter }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown media centre is missing, and a negative page is refused': async () => {
        await expectRefused(school.anna.listMediaCenterNodes({ repository, mediacenter: unknown }), 404);
        const { mediacenter } = await makeMediaCenter(school);
        const call = { repository, mediacenter, maxItems: -1 };
        await expectRefused(school.anna.listMediaCenterNodes(call), 400, /maxItems/);
      },
    },
  });
}

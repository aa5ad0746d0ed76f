import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';

const toMe = '-to_me_shared_files-';
const toMePersonally = '-to_me_shared_files_personal-';
const byMe = '-my_shared_files-';

const idsIn = async (client: Client, list: string): Promise<string[]> =>
  (await client.listChildren(at(list))).nodes.map(({ ref }) => ref.id);

const lists = async (client: Client, list: string, { ref }: WireNode): Promise<boolean> =>
  (await idsIn(client, list)).includes(ref.id);

const share = (client: Client, node: WireNode, grants: Readonly<Record<string, string>>, inherited = true) =>
  client.setPermissions({
    ...at(node),
    body: {
      inherited,
      permissions: Object.entries(grants).map(([authorityName, permission]) => ({
        authority: { authorityName },
        permission,
      })),
    },
  });

async function groupWith(school: School, member: string): Promise<string> {
  const group = newName('klasse');
  await school.admin.createGroup({ repository, group, body: {} });
  await school.admin.addMember({ repository, group: `GROUP_${group}`, member });
  return `GROUP_${group}`;
}

withTransports((school) => {
  describe('what others share with somebody', () => {
    test('is listed as long as they share it', async () => {
      const file = await makeFile(school.anna, 'text');
      expect(await lists(school.carla, toMe, file)).toBe(false);
      await share(school.anna, file, { carla: 'Consumer' });
      expect(await lists(school.carla, toMe, file)).toBe(true);
      expect(await lists(school.carla, toMePersonally, file)).toBe(true);
      expect(await lists(school.bert, toMe, file)).toBe(false);
      expect(await lists(school.anna, toMe, file)).toBe(false);
      await share(school.anna, file, {});
      expect(await lists(school.carla, toMe, file)).toBe(false);
    });

    test('by a group is no personal gift, and by everybody none at all', async () => {
      const group = await groupWith(school, 'carla');
      const [forGroup, forAll] = [await makeFolder(school.anna), await makeFolder(school.anna)];
      await share(school.anna, forGroup, { [group]: 'Consumer' });
      await share(school.anna, forAll, { GROUP_EVERYONE: 'Consumer' });
      expect(await lists(school.carla, toMe, forGroup)).toBe(true);
      expect(await lists(school.carla, toMePersonally, forGroup)).toBe(false);
      expect(await lists(school.carla, toMe, forAll)).toBe(false);
      await school.admin.removeMember({ repository, group, member: 'carla' });
      expect(await lists(school.carla, toMe, forGroup)).toBe(false);
    });

    test('lists the top of what can be walked down to', async () => {
      const top = await makeFolder(school.anna);
      const closed = await makeFolder(school.anna, { parent: top });
      const inner = await makeFolder(school.anna, { parent: top });
      const reached = await makeFile(school.anna, 'reached', { parent: inner });
      const unreached = await makeFile(school.anna, 'unreached', { parent: closed });
      await share(school.anna, closed, {}, false);
      for (const node of [top, reached, unreached]) await share(school.anna, node, { carla: 'Consumer' });
      const ids = await idsIn(school.carla, toMe);
      expect(ids).toContain(top.ref.id);
      expect(ids).not.toContain(reached.ref.id);
      // No folder that she may enter leads there.
      expect(ids).toContain(unreached.ref.id);
    });

    test('leaves the list with the trash, and comes back from it', async () => {
      const top = await makeFolder(school.anna);
      const file = await makeFile(school.anna, 'text', { parent: top });
      await share(school.anna, file, { carla: 'Consumer' });
      await school.anna.deleteNode(at(top));
      expect(await lists(school.carla, toMe, file)).toBe(false);
      expect(await lists(school.anna, byMe, file)).toBe(false);
      await school.anna.restoreArchived({ repository, archivedNodeIds: [top.ref.id] });
      expect(await lists(school.carla, toMe, file)).toBe(true);
      expect(await lists(school.anna, byMe, file)).toBe(true);
    });

    test('comes in pages, in order, with its total', async () => {
      const person = { userName: newName('dora'), password: 'Passwort von Dora' };
      await school.admin.createPerson({
        repository,
        person: person.userName,
        password: person.password,
        body: { firstName: 'D', lastName: 'D', email: '' },
      });
      const dora = school.as(person);
      for (const name of ['c', 'a', 'b']) {
        const node = await makeNode(school.anna, { type: 'ccm:io', name: `${name}-${newName()}` });
        await share(school.anna, node, { [person.userName]: 'Consumer' });
      }
      const folder = await makeFolder(school.anna, { name: newName('z') });
      await share(school.anna, folder, { [person.userName]: 'Consumer' });
      const { nodes, pagination } = await dora.listChildren({ ...at(toMe), maxItems: 3 });
      expect(nodes.map(({ name }) => name[0])).toEqual(['z', 'a', 'b']);
      expect(pagination).toEqual({ total: 4, from: 0, count: 3 });
      const rest = await dora.listChildren({ ...at(toMe), skipCount: 3 });
      expect(rest.nodes.map(({ name }) => name[0])).toEqual(['c']);
    });
  });

  describe('what somebody shares', () => {
    test('is listed with lists that name others, and with no other', async () => {
      const [shared, closed, plain] = [
        await makeFolder(school.anna),
        await makeFolder(school.anna),
        await makeFolder(school.anna),
      ];
      await share(school.anna, shared, { carla: 'Consumer' });
      await share(school.anna, closed, { anna: 'Coordinator', ROLE_OWNER: 'Coordinator' }, false);
      expect(await lists(school.anna, byMe, shared)).toBe(true);
      expect(await lists(school.anna, byMe, closed)).toBe(false);
      expect(await lists(school.anna, byMe, plain)).toBe(false);
      expect(await lists(school.carla, byMe, shared)).toBe(false);
      expect(await lists(school.admin, byMe, shared)).toBe(false);
    });

    test('lets nobody’s own home appear', async () => {
      const { node: home } = await school.anna.getNode(at('-userhome-'));
      expect(await lists(school.anna, byMe, home)).toBe(false);
      expect(await lists(school.anna, toMe, home)).toBe(false);
    });
  });

  describe('an id that is another name of a folder', () => {
    test('-inbox- is the home folder, so that uploads to it are where their owner looks', async () => {
      const { node: home } = await school.anna.getNode(at('-userhome-'));
      expect((await school.anna.getNode(at('-inbox-'))).node.ref.id).toBe(home.ref.id);
      const name = newName('import');
      const body = { 'cm:name': [name] };
      const { node } = await school.anna.createNode({ ...at('-inbox-'), type: 'ccm:io', body });
      expect(node.parent?.id).toBe(home.ref.id);
      expect(await idsIn(school.anna, '-inbox-')).toContain(node.ref.id);
      expect(await idsIn(school.bert, '-inbox-')).not.toContain(node.ref.id);
      const query = `PARENT:"-inbox-" AND cm:name:${name}`;
      expect((await school.anna.searchNodes({ repository, query })).pagination.total).toBe(1);
      await expect(school.nobody.listChildren(at('-inbox-'))).rejects.toMatchObject({ status: 401 });
    });

    test('-collectionhome- is the folder of the top-level collections', async () => {
      const body = { title: newName(), collection: {} };
      const made = await school.anna.createCollection({ repository, collection: '-root-', body });
      expect(made.collection.parent?.id).toBe((await school.admin.getNode(at('-collectionhome-'))).node.ref.id);
      expect(await idsIn(school.admin, '-collectionhome-')).toContain(made.collection.ref.id);
      const query = `PARENT:"-collectionhome-" AND cm:title:"${body.title}"`;
      expect((await school.admin.searchNodes({ repository, query })).pagination.total).toBe(1);
      // Only administrators may read the folder; the collections in it have rights of their own.
      await expect(school.anna.getNode(at('-collectionhome-'))).rejects.toMatchObject({ status: 403 });
      expect(await idsIn(school.anna, '-collectionhome-')).toContain(made.collection.ref.id);
      expect(await idsIn(school.bert, '-collectionhome-')).not.toContain(made.collection.ref.id);
      await expect(school.nobody.listChildren(at('-collectionhome-'))).rejects.toMatchObject({ status: 401 });
    });
  });

  describe('an id that is a list', () => {
    test.each([toMe, toMePersonally, byMe, '-shared_files-', '-saved_search-', '-workflow_receive-', '-frontpage-'])(
      '%s has children, and is no node',
      async (list) => {
        expect((await school.bert.listChildren(at(list))).pagination.from).toBe(0);
        await expect(school.anna.getNode(at(list))).rejects.toMatchObject({
          status: 400,
          message: expect.stringContaining('Request its children'),
        });
        await expect(school.anna.deleteNode(at(list))).rejects.toMatchObject({ status: 400 });
        await expect(school.nobody.listChildren(at(list))).rejects.toMatchObject({ status: 401 });
      },
    );

    test('is empty where it stands for what this repository does not have', async () => {
      for (const list of ['-saved_search-', '-workflow_receive-', '-frontpage-']) {
        expect(await school.anna.listChildren(at(list))).toMatchObject({ nodes: [], pagination: { total: 0 } });
      }
    });
  });
});

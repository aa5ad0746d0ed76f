import { describe, expect, test } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';

async function found(client: School['anna'], query: string, word = ''): Promise<string[]> {
  const { nodes, pagination } = await client.searchBySet({
    ...{ repository, metadataset: '-default-', query, maxItems: 1000 },
    body: { criteria: [{ property: 'ngsearchword', values: [word] }] },
  });
  expect(pagination.total).toBe(nodes.length);
  return nodes.map(({ ref }) => ref.id);
}

const share = (client: School['anna'], node: WireNode, ...names: readonly string[]) =>
  client.setPermissions({
    ...at(node),
    body: {
      permissions: names.map((authorityName) => ({ authority: { authorityName }, permission: 'Consumer' })),
    },
  });

withTransports((school) => {
  describe('queries for shared nodes', () => {
    test('sharedToMe and invitedquery find what others share with the caller or a group, as long as they do', async () => {
      const group = newName('klasse');
      await school.admin.createGroup({ repository, group, body: {} });
      await school.admin.addMember({ repository, group: `GROUP_${group}`, member: 'carla' });
      const [file, folder, hidden, open] = [
        await makeFile(school.anna, 'x'),
        await makeFolder(school.anna),
        await makeFile(school.anna, 'x'),
        await makeFile(school.anna, 'x'),
      ];
      await share(school.anna, file, 'carla');
      await share(school.anna, folder, `GROUP_${group}`);
      await share(school.anna, hidden, 'bert');
      await share(school.anna, open, 'GROUP_EVERYONE');
      for (const query of ['sharedToMe', 'invitedquery']) {
        const ids = await found(school.carla, query);
        expect(ids).toEqual(expect.arrayContaining([file.ref.id, folder.ref.id]));
        for (const { ref } of [hidden, open]) expect(ids).not.toContain(ref.id);
        expect(await found(school.anna, query)).not.toContain(file.ref.id);
      }
      await share(school.anna, file);
      expect(await found(school.carla, 'sharedToMe')).not.toContain(file.ref.id);
    });

    test('sharedByMe finds what the caller shares with others', async () => {
      const [shared, kept] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'x')];
      await share(school.anna, shared, 'carla');
      const ids = await found(school.anna, 'sharedByMe');
      expect(ids).toContain(shared.ref.id);
      expect(ids).not.toContain(kept.ref.id);
      for (const other of [school.carla, school.admin]) {
        expect(await found(other, 'sharedByMe')).not.toContain(shared.ref.id);
      }
    });

    test('a word, the kind of content and the right to write restrict the result', async () => {
      const word = newName('wort').replace('-', '');
      const properties = { 'cclom:title': word };
      const [file, folder] = [await makeFile(school.anna, 'x', { properties }), await makeFolder(school.anna)];
      for (const node of [file, folder]) await share(school.anna, node, 'carla');
      expect(await found(school.carla, 'sharedToMe', word)).toEqual([file.ref.id]);
      const call = { repository, metadataset: '-default-', query: 'sharedToMe', maxItems: 1000 } as const;
      const folders = await school.carla.searchBySet({ ...call, contentType: 'FOLDERS' });
      expect(folders.nodes.map(({ ref }) => ref.id)).toContain(folder.ref.id);
      expect(folders.nodes.map(({ ref }) => ref.id)).not.toContain(file.ref.id);
      const written = await school.carla.searchBySet({ ...call, body: { permissions: ['Write'] } });
      expect(written.nodes.map(({ ref }) => ref.id)).not.toContain(file.ref.id);
    });

    test('archive finds what the caller has deleted, by name', async () => {
      const [file, other] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'x')];
      for (const { ref } of [file, other]) await school.anna.deleteNode({ repository, node: ref.id });
      expect(await found(school.anna, 'archive')).toEqual(expect.arrayContaining([file.ref.id, other.ref.id]));
      expect(await found(school.anna, 'archive', file.name)).toEqual([file.ref.id]);
      for (const caller of [school.carla, school.admin]) {
        expect(await found(caller, 'archive')).not.toContain(file.ref.id);
      }
      const inSet = { repository, metadataset: '-default-', query: 'archive' };
      const body = { criteria: [{ property: 'ngsearchword', values: [file.name] }] };
      expect((await school.anna.countBySet({ ...inSet, body })).pagination.total).toBe(1);
      const saved = await school.anna.saveSearch({ ...inSet, name: newName('weg'), body: body.criteria });
      const loaded = await school.anna.loadSearch({ nodeId: saved.node.ref.id });
      expect(loaded.nodes.map(({ ref }) => ref.id)).toEqual([file.ref.id]);
    });

    test('a query that does not exist is still missing, with the nearest one', async () => {
      await expectRefused(found(school.anna, 'sharedToMee'), 404, /nearest one is "sharedToMe"/);
    });
  });
});

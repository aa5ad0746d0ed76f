import { describe, expect, test, vi } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  at,
  childrenOf,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  pictureOf,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';

const idOf = ({ ref }: WireNode): string => ref.id;

const remove = (client: Client, node: WireNode) => client.deleteNode(at(node));

const restore = (client: Client, nodes: readonly WireNode[], target?: string | WireNode) =>
  client.restoreArchived({
    repository,
    archivedNodeIds: nodes.map(idOf),
    ...(target === undefined ? {} : { target: typeof target === 'string' ? target : idOf(target) }),
  });

const purge = (client: Client, ...nodes: readonly WireNode[]) =>
  client.purgeArchived({ repository, archivedNodeIds: nodes.map(idOf) });

const trashed = async (client: Client, pattern = '*') => (await client.searchArchive({ repository, pattern })).nodes;

const isInTrash = async (client: Client, { name }: WireNode): Promise<boolean> =>
  (await trashed(client, name)).length > 0;

const grant = async (school: School, node: WireNode, grants: Readonly<Record<string, string>>) =>
  school.anna.setPermissions({
    ...at(node),
    body: {
      permissions: Object.entries(grants).map(([authorityName, permission]) => ({
        authority: { authorityName },
        permission,
      })),
    },
  });

/** A folder of Anna's in which Carla may do everything, with a file of Anna's in it. */
async function sharedFolder(school: School, permission = 'Coordinator') {
  const folder = await makeFolder(school.anna);
  await grant(school, folder, { carla: permission });
  return { folder, file: await makeFile(school.anna, 'shared text', { parent: folder }) };
}

withTransports((school) => {
  describeOperation('searchArchive', school, {
    effect: {
      'shows what the caller deleted: when, by whom, and where it lay': async () => {
        const folder = await makeFolder(school.anna, { name: newName('Mathe') });
        const file = await makeFile(school.anna, 'text', { parent: folder });
        await remove(school.anna, file);
        const [found, ...others] = await trashed(school.anna, file.name);
        expect(others).toEqual([]);
        expect((await school.anna.searchArchive({ repository: '-home-', pattern: file.name })).facets).toEqual([]);
        expect(found).toMatchObject({ name: file.name, archivedFrom: `~/${folder.name}`, access: [] });
        expect(found?.ref).toMatchObject({ id: idOf(file), archived: true });
        expect(found?.parent?.id).toBe(idOf(folder));
        expect(found?.properties['sys:archivedBy']).toEqual(['anna']);
        const [at = ''] = found?.properties['sys:archivedDateISO8601'] ?? [];
        expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
        expect(found?.properties['sys:archivedDate']).toEqual([String(Date.parse(at))]);
      },
      'lists the top of what was deleted and nothing below it': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: folder });
        await remove(school.anna, folder);
        expect(await isInTrash(school.anna, folder)).toBe(true);
        expect(await isInTrash(school.anna, file)).toBe(false);
      },
      'shows what others deleted to its owner, and to whoever deleted it': async () => {
        const { file } = await sharedFolder(school);
        await remove(school.carla, file);
        expect((await trashed(school.anna, file.name)).map(idOf)).toEqual([idOf(file)]);
        expect((await trashed(school.carla, file.name)).map(idOf)).toEqual([idOf(file)]);
        expect((await trashed(school.admin, file.name)).map(idOf)).toEqual([idOf(file)]);
      },
      'looks for a pattern in names, the newest first unless told': async () => {
        const stem = newName('Sortiert');
        const names = ['b.txt', 'a.txt', 'c.txt'].map((end) => `${stem} ${end}`);
        for (const name of names) {
          await remove(school.anna, await makeNode(school.anna, { type: 'ccm:io', name }));
          await vi.waitFor(() => new Promise((resolve) => setTimeout(resolve, 2)));
        }
        const found = async (query: object) =>
          (await school.anna.searchArchive({ repository, pattern: `${stem}*txt`, ...query })).nodes.map(({ name }) =>
            name.slice(stem.length + 1),
          );
        expect(await found({})).toEqual(['c.txt', 'a.txt', 'b.txt']);
        expect(await found({ sortProperties: ['cm:name'] })).toEqual(['a.txt', 'b.txt', 'c.txt']);
        expect(await found({ sortProperties: ['cm:name'], sortAscending: [false] })).toEqual([
          'c.txt',
          'b.txt',
          'a.txt',
        ]);
        expect(await found({ sortProperties: ['sys:archivedDate'] })).toEqual(['b.txt', 'a.txt', 'c.txt']);
        expect(await found({ sortProperties: ['sys:archivedBy', 'cm:name'] })).toEqual(['a.txt', 'b.txt', 'c.txt']);
        const page = await school.anna.searchArchive({ repository, pattern: stem, maxItems: 1, skipCount: 1 });
        expect(page.pagination).toEqual({ total: 3, from: 1, count: 1 });
        expect(page.nodes.map(({ name }) => name)).toEqual([`${stem} a.txt`]);
      },
    },
    refusal: {
      'shows nobody what others deleted and own': async () => {
        const file = await makeFile(school.anna, 'secret');
        await remove(school.anna, file);
        expect(await school.bert.searchArchive({ repository, pattern: '*' })).toMatchObject({
          nodes: [],
          pagination: { total: 0 },
        });
        await expect(trashed(school.nobody)).rejects.toMatchObject({ status: 401 });
      },
    },
    badInput: {
      'refuses an order that there is not': async () => {
        const query = { repository, pattern: '*' };
        // What the table does not allow must be sent past the types of the client.
        const wrong = { ...query, sortProperties: ['cm:nothing'] } as unknown as typeof query;
        await expect(school.anna.searchArchive(wrong)).rejects.toMatchObject({ status: 400 });
        await expect(school.anna.searchArchive({ ...query, sortAscending: [true] })).rejects.toMatchObject({
          status: 400,
        });
        await expect(school.anna.searchArchive({ ...query, maxItems: -1 })).rejects.toMatchObject({ status: 400 });
      },
    },
  });

  describeOperation('searchArchiveOfPerson', school, {
    effect: {
      'shows an administrator the trash of one person, and everybody their own': async () => {
        const file = await makeFile(school.anna, 'text');
        await remove(school.anna, file);
        const of = async (client: Client, person: string) =>
          (await client.searchArchiveOfPerson({ repository, pattern: file.name, person })).nodes.map(idOf);
        expect(await of(school.admin, 'anna')).toEqual([idOf(file)]);
        expect(await of(school.admin, 'carla')).toEqual([]);
        expect(await of(school.anna, 'anna')).toEqual([idOf(file)]);
        expect(await of(school.anna, '-me-')).toEqual([idOf(file)]);
      },
    },
    refusal: {
      'shows nobody the trash of somebody else': async () => {
        const query = { repository, pattern: '*', person: 'anna' };
        await expect(school.carla.searchArchiveOfPerson(query)).rejects.toMatchObject({ status: 403 });
        await expect(school.nobody.searchArchiveOfPerson(query)).rejects.toMatchObject({ status: 401 });
      },
    },
    badInput: {
      'says of a person whom nobody knows that there is none': async () => {
        const query = { repository, pattern: '*', person: 'nobody-at-all' };
        await expect(school.admin.searchArchiveOfPerson(query)).rejects.toMatchObject({ status: 404 });
      },
    },
  });

  describeOperation('restoreArchived', school, {
    effect: {
      'brings back a folder with all below it: versions, permissions and content': async () => {
        const top = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: top });
        const file = await makeFile(school.anna, 'the text', { parent: inner });
        await grant(school, inner, { carla: 'Consumer' });
        const before = await pictureOf(school.anna, top);
        await remove(school.anna, top);
        await expect(school.anna.getNode(at(file))).rejects.toMatchObject({ status: 404 });
        const { results } = await restore(school.anna, [top]);
        expect(results).toEqual([
          {
            archiveNodeId: idOf(top),
            nodeId: idOf(top),
            parent: top.parent?.id,
            path: `~/${top.name}`,
            name: top.name,
            restoreStatus: 'FINE',
          },
        ]);
        expect(await pictureOf(school.anna, top)).toEqual(before);
        expect((await download(school.carla, file)).toString()).toBe('the text');
        expect(await isInTrash(school.anna, top)).toBe(false);
        expect(await namesIn(school.anna, '-userhome-')).toContain(top.name);
      },
      'lets search find it and all below it again': async () => {
        const word = `w${newName().replaceAll('-', '')}`;
        const top = await makeFolder(school.anna, { name: `${word} top` });
        await makeFile(school.anna, 'text', { parent: top, name: `${word} file.txt` });
        const found = async () =>
          (await school.anna.searchNodes({ repository, query: word })).nodes.map(({ name }) => name).sort();
        expect(await found()).toEqual([`${word} file.txt`, `${word} top`]);
        await remove(school.anna, top);
        expect(await found()).toEqual([]);
        await restore(school.anna, [top]);
        expect(await found()).toEqual([`${word} file.txt`, `${word} top`]);
      },
      'takes another name where its own was taken, and says so': async () => {
        const name = `${newName('doppelt')}.txt`;
        const file = await makeFile(school.anna, 'the first', { name });
        await remove(school.anna, file);
        const other = await makeFile(school.anna, 'the second', { name });
        const { results } = await restore(school.anna, [file]);
        const renamed = name.replace('.txt', ' - 1.txt');
        expect(results).toMatchObject([{ name: renamed, path: `~/${renamed}`, restoreStatus: 'DUPLICATENAME' }]);
        expect((await school.anna.getNode(at(file))).node.name).toBe(renamed);
        expect((await download(school.anna, file)).toString()).toBe('the first');
        expect((await school.anna.getNode(at(other))).node.name).toBe(name);
        const version = { major: 1, minor: 1 };
        const { version: past } = await school.anna.getVersion({ ...at(file), ...version });
        expect(past.properties).toMatchObject({ 'cm:name': [name] });
      },
      'restores several at once, each under a name of its own': async () => {
        const name = newName('gleich');
        const files: WireNode[] = [];
        for (let n = 0; n < 3; n += 1) {
          const file = await makeNode(school.anna, { type: 'ccm:io', name });
          await remove(school.anna, file);
          files.push(file);
        }
        const { results } = await restore(school.anna, files);
        expect(results.map((result) => result.name)).toEqual([name, `${name} - 1`, `${name} - 2`]);
        expect((await namesIn(school.anna, '-userhome-')).filter((each) => each.startsWith(name))).toHaveLength(3);
      },
      'puts it into another folder where one is named': async () => {
        const [folder, target] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const file = await makeFile(school.anna, 'text', { parent: folder });
        await remove(school.anna, file);
        const { results } = await restore(school.anna, [file], target);
        expect(results).toMatchObject([{ parent: idOf(target), path: `~/${target.name}/${file.name}` }]);
        expect(await namesIn(school.anna, target)).toEqual([file.name]);
        expect(await namesIn(school.anna, folder)).toEqual([]);
      },
      'is for whoever deleted it, and for its owner': async () => {
        const { folder, file } = await sharedFolder(school);
        await remove(school.carla, file);
        await restore(school.carla, [file]);
        await remove(school.carla, file);
        await restore(school.anna, [file]);
        expect((await childrenOf(school.anna, folder)).map(idOf)).toEqual([idOf(file)]);
        expect((await childrenOf(school.anna, folder))[0]?.ref.archived).toBe(false);
      },
      'leaves in the trash what was deleted from it before': async () => {
        const top = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: top });
        await remove(school.anna, file);
        await remove(school.anna, top);
        await restore(school.anna, [top]);
        expect(await namesIn(school.anna, top)).toEqual([]);
        await restore(school.anna, [file]);
        expect(await namesIn(school.anna, top)).toEqual([file.name]);
      },
      'restores something and its folder in one call, in any order': async () => {
        const top = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: top });
        const file = await makeFile(school.anna, 'text', { parent: inner });
        await remove(school.anna, file);
        await remove(school.anna, top);
        await restore(school.anna, [file, top]);
        expect(await namesIn(school.anna, inner)).toEqual([file.name]);
      },
    },
    refusal: {
      'says of what is not theirs that it is not there': async () => {
        const { folder, file } = await sharedFolder(school, 'Collaborator');
        await remove(school.anna, file);
        for (const client of [school.bert, school.carla]) {
          await expect(restore(client, [file])).rejects.toMatchObject({ status: 404 });
          await expect(restore(client, [file], '-userhome-')).rejects.toMatchObject({ status: 404 });
        }
        await expect(restore(school.nobody, [file])).rejects.toMatchObject({ status: 401 });
        expect(await namesIn(school.anna, folder)).toEqual([]);
        expect(await isInTrash(school.anna, file)).toBe(true);
      },
      'wants the right to add something to the folder still': async () => {
        const { folder, file } = await sharedFolder(school);
        const own = await makeFile(school.carla, 'of Carla', { parent: folder });
        await remove(school.carla, own);
        await remove(school.carla, file);
        await grant(school, folder, { carla: 'Consumer' });
        await expect(restore(school.carla, [file])).rejects.toMatchObject({ status: 403 });
        await expect(restore(school.carla, [own])).rejects.toMatchObject({ status: 403 });
        // What is hers she may take elsewhere; what is not could become more hers than it was.
        await expect(restore(school.carla, [file], '-userhome-')).rejects.toMatchObject({ status: 403 });
        await restore(school.carla, [own], '-userhome-');
        expect(await namesIn(school.carla, '-userhome-')).toContain(own.name);
      },
      'gives nobody rights through another folder': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'exam', { parent: folder });
        await grant(school, folder, { carla: 'Editor' });
        await school.admin.setPermissions({
          ...at(file),
          body: { inherited: true, permissions: [{ authority: { authorityName: 'carla' }, permission: 'Delete' }] },
        });
        await remove(school.carla, file);
        await expect(restore(school.carla, [file], '-userhome-')).rejects.toMatchObject({ status: 403 });
        expect(await isInTrash(school.anna, file)).toBe(true);
      },
      'wants it in the target too, which must be a folder': async () => {
        const file = await makeFile(school.anna, 'text');
        await remove(school.anna, file);
        const foreign = await makeFolder(school.bert);
        await expect(restore(school.anna, [file], foreign)).rejects.toMatchObject({ status: 403 });
        const other = await makeFile(school.anna, 'no folder');
        await expect(restore(school.anna, [file], other)).rejects.toMatchObject({ status: 400 });
        expect(await isInTrash(school.anna, file)).toBe(true);
      },
      'restores nothing where it cannot restore all': async () => {
        const [first, second] = [await makeFile(school.anna, '1'), await makeFile(school.anna, '2')];
        const foreign = await makeFile(school.bert, '3');
        for (const file of [first, second]) await remove(school.anna, file);
        await remove(school.bert, foreign);
        await expect(restore(school.anna, [first, foreign, second])).rejects.toMatchObject({ status: 404 });
        for (const file of [first, second]) expect(await isInTrash(school.anna, file)).toBe(true);
      },
    },
    badInput: {
      'asks for a target where the folder is in the trash itself': async () => {
        const top = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: top });
        await remove(school.anna, file);
        await remove(school.anna, top);
        const refusal = await restore(school.anna, [file]).catch((error: unknown) => error);
        expect(refusal).toMatchObject({
          status: 400,
          message: expect.stringMatching(/in the trash\..*target/s),
          body: { details: { nodesInNeedOfTarget: [idOf(file)] } },
        });
        await restore(school.anna, [file], '-userhome-');
        expect(await namesIn(school.anna, '-userhome-')).toContain(file.name);
        await restore(school.anna, [top]);
        expect(await namesIn(school.anna, top)).toEqual([]);
      },
      'asks for a target where the folder is gone': async () => {
        const top = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: top });
        await remove(school.anna, file);
        await school.anna.deleteNode({ ...at(top), recycle: false });
        await expect(restore(school.anna, [file])).rejects.toMatchObject({
          status: 400,
          message: expect.stringContaining('target'),
        });
        await restore(school.anna, [file], '-userhome-');
        expect((await download(school.anna, file)).toString()).toBe('text');
      },
      'says of what was not deleted, or never was, that it is not in the archive': async () => {
        const file = await makeFile(school.anna, 'text');
        await expect(restore(school.anna, [file])).rejects.toMatchObject({ status: 404 });
        for (const id of ['nonsense', '11111111-2222-4333-8444-555555555555']) {
          await expect(school.anna.restoreArchived({ repository, archivedNodeIds: [id] })).rejects.toMatchObject({
            status: 404,
          });
        }
        await remove(school.anna, file);
        const nowhere = '11111111-2222-4333-8444-555555555555';
        await expect(restore(school.anna, [file], nowhere)).rejects.toMatchObject({ status: 404 });
        await expect(restore(school.anna, [file], '-shared_files-')).rejects.toMatchObject({ status: 400 });
      },
      'refuses a call without ids': async () => {
        await expect(restore(school.anna, [])).rejects.toMatchObject({ status: 400 });
      },
    },
  });

  describeOperation('purgeArchived', school, {
    effect: {
      'removes what was deleted with all below it, and what was in its content': async () => {
        const top = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: top });
        const before = (await school.admin.getStatus()).store.nodes;
        await remove(school.anna, top);
        await purge(school.anna, top);
        expect(await isInTrash(school.admin, top)).toBe(false);
        await expect(restore(school.admin, [top])).rejects.toMatchObject({ status: 404 });
        await expect(school.admin.getNode(at(file))).rejects.toMatchObject({ status: 404 });
        await vi.waitFor(async () => expect((await school.admin.getStatus()).store.nodes).toBe(before - 2), 120_000);
      },
      'removes several at once': async () => {
        const files = [await makeFile(school.anna, '1'), await makeFile(school.anna, '2')];
        for (const file of files) await remove(school.anna, file);
        await purge(school.anna, ...files, ...files);
        for (const file of files) expect(await isInTrash(school.anna, file)).toBe(false);
      },
    },
    refusal: {
      'removes nothing that the caller may not delete': async () => {
        const { folder, file } = await sharedFolder(school);
        const inner = await makeFolder(school.anna, { parent: folder });
        await makeFile(school.carla, 'of Carla', { parent: inner });
        await remove(school.carla, file);
        await grant(school, folder, { carla: 'Contributor' });
        await expect(purge(school.carla, file)).rejects.toMatchObject({ status: 403 });
        await expect(purge(school.bert, file)).rejects.toMatchObject({ status: 404 });
        await expect(purge(school.nobody, file)).rejects.toMatchObject({ status: 401 });
        expect(await isInTrash(school.anna, file)).toBe(true);
        await restore(school.anna, [file]);
      },
      'removes no folder in which something is not the caller’s to delete': async () => {
        const { folder } = await sharedFolder(school, 'Contributor');
        const own = await makeFolder(school.carla, { parent: folder });
        const closed = await makeFile(school.anna, 'of Anna', { parent: own });
        await school.carla.setPermissions({
          ...at(own),
          body: { permissions: [{ authority: { authorityName: 'anna' }, permission: 'Contributor' }] },
        });
        await school.anna.setPermissions({ ...at(closed), body: { inherited: false, permissions: [] } });
        await remove(school.carla, own);
        await expect(purge(school.carla, own)).rejects.toMatchObject({
          status: 403,
          message: expect.stringContaining('You do not have the right to delete every node below node'),
        });
        await restore(school.carla, [own]);
        expect((await download(school.anna, closed)).toString()).toBe('of Anna');
      },
    },
    badInput: {
      'says of what is not in the trash that it is not there, and removes nothing else': async () => {
        const [living, dead] = [await makeFile(school.anna, 'lives'), await makeFile(school.anna, 'dead')];
        await remove(school.anna, dead);
        await expect(purge(school.anna, dead, living)).rejects.toMatchObject({ status: 404 });
        expect(await isInTrash(school.anna, dead)).toBe(true);
        expect((await download(school.anna, living)).toString()).toBe('lives');
        await expect(school.anna.purgeArchived({ repository, archivedNodeIds: [] })).rejects.toMatchObject({
          status: 400,
        });
      },
    },
  });

  describe('the trash', () => {
    test('outlives a restart', async () => {
      const folder = await makeFolder(school.anna);
      const file = await makeFile(school.anna, 'text', { parent: folder });
      await remove(school.anna, folder);
      await school.restart();
      await restore(school.anna, [folder]);
      expect((await download(school.anna, file)).toString()).toBe('text');
    });

    test('takes a DELETE with the parameters of administrators’ clients', async () => {
      const file = await makeFile(school.anna, 'text');
      await school.anna.deleteNode({ ...at(file), protocol: 'workspace', store: 'SpacesStore' });
      expect(await isInTrash(school.anna, file)).toBe(true);
    });
  });
});

import { expect, test, vi } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { describeOperation } from '../support/describe-operation.ts';
import type { TestPerson } from '../support/people.ts';
import { quickPeople } from '../support/quick-people.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, download, makeFile, makeFolder, namesIn, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describeDeleting(school, quickPeople(school, 'dora', 6));
});

interface Leaver {
  readonly userName: string;
  readonly own: Client;
  readonly home: string;
  readonly folder: WireNode;
  readonly file: WireNode;
}

/** Somebody with a file in a folder. */
async function makeLeaver(school: School, somebody: TestPerson): Promise<Leaver> {
  const { userName } = somebody;
  const own = school.as(somebody);
  const folder = await makeFolder(own);
  const file = await makeFile(own, 'Arbeitsblatt', { parent: folder });
  return { userName, own, home: (await own.validateSession()).userHome ?? '', folder, file };
}

const remove = (school: School, person: string, owner?: string) =>
  school.admin.deletePerson({ repository, person, ...(owner === undefined ? {} : { owner }) });

/** Waits until what was left is handed over, as the name is free from then on. */
const awaitNameFree = (school: School, person: string) => school.admin.createPerson({ repository, person, body: {} });

function describeDeleting(school: School, somebody: () => TestPerson): void {
  describeOperation('deletePerson', school, {
    effect: {
      'nobody acts as this person any more, and the answer has no body (4.2: DELETE people, out: none)': async () => {
        const { userName, own, file } = await makeLeaver(school, somebody());
        expect(await remove(school, userName, 'carla')).toBeUndefined();
        await expectRefused(own.getNode(at(file)), 401);
        expect(await own.validateSession()).toMatchObject({ isValidLogin: false });
        await expectRefused(school.admin.getPerson({ repository, person: userName }), 404);
        const { users } = await school.admin.searchPeople({ repository, pattern: userName });
        expect(users).toEqual([]);
      },
      'the material stays: the new owner may do with it, home folder included, what an owner may': async () => {
        const { userName, home, folder, file } = await makeLeaver(school, somebody());
        await expectRefused(school.carla.getNode(at(file)), 403);
        await remove(school, userName, 'carla');
        await awaitNameFree(school, userName);
        expect((await download(school.carla, file)).toString()).toBe('Arbeitsblatt');
        expect(await namesIn(school.carla, home)).toEqual([folder.name]);
        await makeFile(school.carla, 'neu', { parent: folder });
        await school.carla.setPermissions({ ...at(folder), body: { permissions: [] } });
        await school.carla.deleteNode({ ...at(file), recycle: true });
        expect((await school.carla.getNode(at(folder))).node.owner.firstName).toBe('Carla');
        await expectRefused(school.bert.getNode(at(folder)), 403);
        await school.carla.deleteNode({ ...at(home), recycle: true });
        await expectRefused(school.carla.getNode(at(folder)), 404);
      },
      'without a word about it whoever deletes owns it': async () => {
        const { userName, folder } = await makeLeaver(school, somebody());
        await remove(school, userName);
        await awaitNameFree(school, userName);
        expect((await school.admin.getNode(at(folder))).node.owner.firstName).toBe('Admin');
      },
      'a later person of the same name inherits nothing: no node, no right, no group': async () => {
        const { userName, own, home, folder, file } = await makeLeaver(school, somebody());
        const shared = await makeFolder(school.anna);
        const grant = { authority: { authorityName: userName }, permission: 'Collaborator' };
        await school.anna.setPermissions({ ...at(shared), body: { permissions: [grant] } });
        const group = (await school.admin.createGroup({ repository, group: newName(), body: {} })).authorityName;
        await school.admin.addMember({ repository, group, member: userName });
        await makeFile(own, 'x', { parent: shared });

        await remove(school, userName, 'carla');
        await school.admin.createPerson({ repository, person: userName, password: 'Passwort', body: {} });
        const namesake = school.as({ userName, password: 'Passwort' });
        for (const node of [shared, folder, file]) await expectRefused(namesake.getNode(at(node)), 403);
        await expectRefused(namesake.listChildren(at(home)), 403);
        expect((await namesake.validateSession()).userHome).not.toBe(home);
        expect(await namesIn(namesake, '-userhome-')).toEqual([]);
        expect((await namesake.listMemberships({ repository, person: '-me-' })).groups).toEqual([]);
        expect((await school.admin.listMembers({ repository, group })).authorities).toEqual([]);
        const { permissions } = await school.anna.getPermissions(at(shared));
        expect(permissions.localPermissions).toEqual({ inherited: true, permissions: [] });
        const found = await namesake.searchNodes({ repository, query: '*:*', maxItems: 100 });
        expect(found.nodes.map(({ ref }) => ref.id)).not.toContain(file.ref.id);
      },
      'who was to own it and left as well hands it on': async () => {
        const { userName, folder } = await makeLeaver(school, somebody());
        const heir = newName('heir');
        await awaitNameFree(school, heir);
        await remove(school, userName, heir);
        await remove(school, heir, 'carla');
        await awaitNameFree(school, userName);
        await awaitNameFree(school, heir);
        expect((await school.carla.getNode(at(folder))).node.owner.firstName).toBe('Carla');
      },
    },
    refusal: {
      'only an administrator deletes people': async () => {
        for (const person of ['anna', 'bert', '-me-']) {
          await expectRefused(school.bert.deletePerson({ repository, person }), 403, /administrator/);
        }
        await expectRefused(school.nobody.deletePerson({ repository, person: 'anna' }), 401, /Sign in/);
        expect((await school.anna.validateSession()).isValidLogin).toBe(true);
      },
    },
    badInput: {
      'nobody deletes themselves': async () => {
        for (const person of ['admin', '-me-']) await expectRefused(remove(school, person), 400, /yourself/);
        expect((await school.admin.validateSession()).isAdmin).toBe(true);
      },
      'an owner who does not exist, or goes, is refused, and the person stays': async () => {
        const { userName, own, file } = await makeLeaver(school, somebody());
        await expectRefused(remove(school, userName, 'zoe'), 400, /no person named zoe/);
        await expectRefused(remove(school, userName, 'GROUP_ALFRESCO_ADMINISTRATORS'), 400, /no person named/);
        await expectRefused(remove(school, userName, userName), 400, /cannot become the owner/);
        expect((await own.getNode(at(file))).node.name).toBe(file.name);
      },
      'an unknown person is missing': async () => {
        await expectRefused(remove(school, newName('unknown')), 404, /does not exist/);
      },
    },
  });
}

withTransports(
  (school) => {
    const somebody = quickPeople(school, 'dora', 1);

    test('a handing-over that was cut off goes on by itself when the daemon starts again', async () => {
      const { userName, file } = await makeLeaver(school, somebody());
      await school.restart(() => leaveBehind(school.dataDirectory, userName, 'carla'));
      await vi.waitFor(async () => {
        expect((await download(school.carla, file)).toString()).toBe('Arbeitsblatt');
      }, 120_000);
      await expectRefused(school.bert.getNode(at(file)), 403);
    });
  },
  { only: ['TCP'] },
);

/** What the store looks like where the process ended right behind the answer to a deletion. */
async function leaveBehind(dataDirectory: string, userName: string, owner: string): Promise<void> {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { store } = await openSeams(dataDirectory, false, silent);
  await store.change(async (change) => {
    change.people.delete(userName);
    change.departures.put(userName, { owner, at: new Date().toISOString() });
  });
  await store.close();
}

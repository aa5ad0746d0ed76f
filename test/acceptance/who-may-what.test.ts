import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { newPlatform } from '../support/usages.ts';

const repository = '-home-';

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

/** A group in a group, with Bert in the inner one. */
async function nestedGroups({ admin }: School): Promise<{ inner: string; outer: string }> {
  const [inner, outer] = [newName('klasse'), newName('schule')];
  await admin.createGroup({ repository, group: outer, body: {} });
  await admin.createGroup({ repository, group: inner, parent: outer, body: {} });
  await admin.addMember({ repository, group: inner, member: 'bert' });
  return { inner: `GROUP_${inner}`, outer: `GROUP_${outer}` };
}

const check = (client: Client, node: WireNode, user: string, ...right: string[]) =>
  client.checkAccess({ node: node.ref.id, user, right });

const reasonsFor = async (client: Client, node: WireNode, user: string, right: string) => {
  const { rights } = await check(client, node, user, right);
  return rights[0]?.reasons;
};

const own = { permission: null, place: null, groups: [], onOriginal: false };

const placesOf = async (client: Client, node: WireNode) => (await client.auditAccess({ node: node.ref.id })).places;

/** Without the home folder, which every node of these tests is in. */
const placesFrom = async (client: Client, node: WireNode) =>
  (await placesOf(client, node)).filter(({ above }) => !above);

const namesIn = (place: Awaited<ReturnType<typeof placesOf>>[number] | undefined) =>
  place?.permissions.map(({ authority, permissions }) => `${authority.authorityName} ${permissions.join('+')}`);

const sharedWith = async (client: Client, person: string) => (await client.listSharedWithPerson({ person })).shared;

withTransports((school) => {
  describeOperation('checkAccess', school, {
    effect: {
      'it says whether, from which folder, and through which groups': async () => {
        const { inner, outer } = await nestedGroups(school);
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await share(school.anna, folder, { [outer]: 'Consumer' });
        const { rights } = await check(school.admin, file, 'bert', 'ReadAll', 'Write');
        expect(rights).toMatchObject([
          {
            ...{ right: 'ReadAll', granted: true },
            reasons: [{ kind: 'group', permission: 'Consumer', groups: [inner, outer], place: { id: folder.ref.id } }],
          },
          { right: 'Write', granted: false, reasons: [] },
        ]);
        expect(rights[0]?.reasons[0]?.place?.path).toMatch(new RegExp(`/${folder.name}$`));
      },
      'the owner, an administrator, everyone, guests and the person itself are told apart': async () => {
        const file = await makeFile(school.anna, 'x');
        await share(school.anna, file, { GROUP_EVERYONE: 'Consumer', bert: 'Write' });
        const [asOwner] = (await reasonsFor(school.anna, file, '-me-', 'Delete')) ?? [];
        expect(asOwner).toEqual({ ...own, kind: 'owner' });
        expect(await reasonsFor(school.anna, file, 'admin', 'Delete')).toMatchObject([{ kind: 'administrator' }]);
        expect(await reasonsFor(school.anna, file, 'bert', 'ReadAll')).toMatchObject([
          { kind: 'everyone', permission: 'Consumer', place: { id: file.ref.id } },
        ]);
        expect(await reasonsFor(school.anna, file, 'bert', 'Write')).toMatchObject([
          { kind: 'person', permission: 'Write', place: { path: expect.stringContaining(file.name) } },
        ]);
        // Two entries together make one right.
        await share(school.anna, file, { GROUP_EVERYONE: 'ReadProperties', bert: 'ReadChildren' });
        expect(await reasonsFor(school.bert, file, '-me-', 'Read')).toMatchObject([
          { kind: 'everyone', permission: 'ReadProperties' },
          { kind: 'person', permission: 'ReadChildren' },
        ]);
      },
      'without a right named, it has the names of access, and those granted are those of the node': async () => {
        const file = await makeFile(school.anna, 'x');
        await share(school.anna, file, { bert: 'Editor' });
        const { rights } = await check(school.bert, file, 'bert');
        const granted = rights.filter((each) => each.granted).map(({ right }) => right);
        expect(granted).toEqual(await school.bert.getPermissionsOfPerson({ ...at(file), user: '-me-' }));
        expect(rights.length).toBeGreaterThan(granted.length);
      },
      'on a reference the original counts, too': async () => {
        const file = await makeFile(school.anna, 'x');
        const { collection } = await school.anna.createCollection({
          ...{ repository, collection: '-root-', body: { title: newName('Sammlung'), collection: { scope: 'MY' } } },
        });
        await school.anna.addReference({ repository, collection: collection.ref.id, node: file.ref.id });
        const { references } = await school.anna.listReferences({ repository, collection: collection.ref.id });
        const reference = references[0] as WireNode;
        await share(school.anna, reference, { bert: 'Consumer' });
        expect(await reasonsFor(school.anna, reference, 'bert', 'ReadContent')).toEqual([]);
        await share(school.anna, file, { bert: 'Consumer' });
        const reasons = await reasonsFor(school.anna, reference, 'bert', 'ReadContent');
        expect(reasons).toMatchObject([
          { place: { id: reference.ref.id }, onOriginal: false },
          { place: { id: file.ref.id }, onOriginal: true },
        ]);
      },
    },
    refusal: {
      'others are the business of those who may read the permissions; a stranger learns nothing': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(check(school.nobody, file, 'anna'), 401);
        await expectRefused(check(school.bert, file, '-me-'), 403, /right/);
        await share(school.anna, file, { bert: 'Consumer' });
        expect(await reasonsFor(school.bert, file, '-me-', 'Read')).toMatchObject([{ kind: 'person' }]);
        await expectRefused(check(school.bert, file, 'anna'), 403, /ReadPermissions/);
        await expectRefused(check(school.bert, file, '-guest-'), 403, /ReadPermissions/);
      },
      'a folder above and a group on the way that the caller may not see are not named': async () => {
        const { inner, outer } = await nestedGroups(school);
        const top = await makeFolder(school.admin);
        const folder = await makeFolder(school.admin, { parent: top });
        await share(school.admin, top, { [outer]: 'ReadPermissions' });
        await share(school.admin, folder, { carla: 'Editor' });
        const reasons = await reasonsFor(school.carla, folder, 'bert', 'ReadPermissions');
        const hidden = { kind: 'group', permission: 'ReadPermissions', place: null, groups: [null, outer] };
        expect(reasons).toEqual([{ ...hidden, onOriginal: false }]);
        expect(JSON.stringify(reasons)).not.toContain(inner);
      },
    },
    badInput: {
      'unknown people, nodes and rights are told': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(check(school.anna, file, 'nemo'), 404, /nemo/);
        await expectRefused(check(school.anna, file, 'bert', 'Fly'), 400, /Fly.*Write/);
        const node = '00000000-0000-4000-8000-000000000000';
        await expectRefused(school.anna.checkAccess({ node, user: 'anna' }), 404);
      },
    },
  });

  describeOperation('auditAccess', school, {
    effect: {
      'it lists the places where access differs, with who has it there': async () => {
        const { inner } = await nestedGroups(school);
        const folder = await makeFolder(school.anna);
        await share(school.anna, folder, { [inner]: 'Consumer', bert: 'Collaborator' });
        const sub = await makeFolder(school.anna, { parent: folder });
        const closed = await makeFolder(school.anna, { parent: sub });
        await share(school.anna, closed, {}, false);
        const open = await makeFile(school.anna, 'x', { parent: closed });
        await share(school.anna, open, { GROUP_EVERYONE: 'Consumer' });
        const bertsFile = await makeFile(school.bert, 'x', { parent: sub });
        const places = await placesFrom(school.anna, folder);
        const [first] = places;
        expect(first).toMatchObject({ node: { id: folder.ref.id }, owner: 'anna', inherited: true, above: false });
        expect(namesIn(first)).toEqual([`${inner} Consumer`, 'bert Collaborator']);
        const byId = new Map(places.map((place) => [place.node?.id, place]));
        expect([...byId.keys()].toSorted()).toEqual(
          [folder, closed, open, bertsFile].map(({ ref }) => ref.id).toSorted(),
        );
        expect(byId.get(closed.ref.id)).toMatchObject({ inherited: false, permissions: [] });
        expect(namesIn(byId.get(open.ref.id))).toEqual(['GROUP_EVERYONE Consumer']);
        expect(byId.get(bertsFile.ref.id)).toMatchObject({ owner: 'bert', permissions: [] });
        // From below, the folder above gives access, too.
        expect((await placesOf(school.anna, sub))[0]).toMatchObject({ above: true, node: { id: folder.ref.id } });
      },
      'it is paged': async () => {
        const folder = await makeFolder(school.anna);
        const made: WireNode[] = [];
        for (const parent of [folder, folder, folder]) {
          const sub = await makeFolder(school.anna, { parent });
          made.push(sub, await makeFile(school.anna, 'x', { parent: sub }));
        }
        for (const node of made) await share(school.anna, node, { bert: 'Consumer' });
        const ids: string[] = [];
        let after: string | null | undefined;
        for (let page = 0; page < 10 && after !== null; page += 1) {
          const call = { node: folder.ref.id, maxItems: 1 };
          const { places, next } = await school.anna.auditAccess(after === undefined ? call : { ...call, after });
          ids.push(...places.filter(({ above }) => !above).map(({ node }) => node?.id ?? ''));
          after = next;
        }
        expect(ids.toSorted()).toEqual([folder, ...made].map(({ ref }) => ref.id).toSorted());
      },
    },
    refusal: {
      'it needs ReadPermissions, and leaves out places whose permissions the caller may not read': async () => {
        const folder = await makeFolder(school.anna);
        await share(school.anna, folder, { bert: 'Consumer', carla: 'Editor' });
        const closed = await makeFile(school.anna, 'x', { parent: folder });
        await share(school.anna, closed, { bert: 'Consumer' }, false);
        await expectRefused(placesOf(school.nobody, folder), 401);
        await expectRefused(placesOf(school.bert, folder), 403, /ReadPermissions/);
        const seen = JSON.stringify(await placesOf(school.carla, folder));
        expect(seen).toContain(folder.ref.id);
        expect(seen).not.toContain(closed.ref.id);
        expect(seen).not.toContain(closed.name);
      },
    },
    badInput: {
      'a page after a node that is not below, or no node, is refused': async () => {
        const [folder, other] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const after = (value: string) => school.anna.auditAccess({ node: folder.ref.id, after: value });
        await expectRefused(after(other.ref.id), 400, /Begin again/);
        await expectRefused(after('x'), 400, /after/);
      },
    },
  });

  describeOperation('listSharedWithPerson', school, {
    effect: {
      'it lists what names the person or a group, and what cannot be read is left out': async () => {
        const { inner, outer } = await nestedGroups(school);
        const [direct, byGroup, unread] = await Promise.all([0, 1, 2].map(() => makeFolder(school.anna)));
        if (direct === undefined || byGroup === undefined || unread === undefined) throw new Error('Nothing was made.');
        await share(school.anna, direct, { bert: 'Consumer' });
        await share(school.anna, byGroup, { [outer]: 'Editor', [inner]: 'CCPublish' });
        await share(school.anna, unread, { bert: 'Write' });
        const shared = await sharedWith(school.bert, '-me-');
        const rows = shared.map(({ node, authority, permissions }) => [
          node.id,
          authority.authorityName,
          ...permissions,
        ]);
        expect(rows).toContainEqual([direct.ref.id, 'bert', 'Consumer']);
        expect(rows).toContainEqual([byGroup.ref.id, outer, 'Editor']);
        expect(rows).toContainEqual([byGroup.ref.id, inner, 'CCPublish']);
        expect(JSON.stringify(rows)).not.toContain(unread.ref.id);
        expect(shared.find(({ node }) => node.id === direct.ref.id)).toMatchObject({ owner: 'anna' });
        const all = await sharedWith(school.admin, 'bert');
        expect(all.map(({ node }) => node.id)).toEqual(shared.map(({ node }) => node.id));
        const { next } = await school.bert.listSharedWithPerson({ person: '-me-', maxItems: 2 });
        const rest = await school.bert.listSharedWithPerson({ person: '-me-', after: next ?? '' });
        expect(rest.shared).toEqual(shared.slice(2));
      },
      'it lists what is shared with everyone, if it is asked to, and what guests see': async () => {
        const open = await makeFolder(school.anna);
        await share(school.anna, open, { GROUP_EVERYONE: 'Consumer' });
        const rowsFor = async (request: Parameters<Client['listSharedWithPerson']>[0]) =>
          (await school.admin.listSharedWithPerson(request)).shared.map(({ node, authority }) => [
            node.id,
            authority.authorityName,
          ]);
        const row = [open.ref.id, 'GROUP_EVERYONE'];
        expect(await rowsFor({ person: 'bert' })).not.toContainEqual(row);
        expect(await rowsFor({ person: 'bert', everyone: true })).toContainEqual(row);
        const guestMayRead = (await school.admin.checkAccess({ node: open.ref.id, user: '-guest-', right: ['Read'] }))
          .rights[0]?.granted;
        const ofGuest = await rowsFor({ person: '-guest-' });
        expect(ofGuest.some(([id]) => id === open.ref.id)).toBe(guestMayRead);
        expect(ofGuest.every(([, name]) => name === 'GROUP_EVERYONE' || name === 'ROLE_GUEST')).toBe(true);
      },
    },
    refusal: {
      'it is for the person and administrators': async () => {
        await expectRefused(sharedWith(school.nobody, 'bert'), 401);
        await expectRefused(sharedWith(school.anna, 'bert'), 403, /administrator/);
        await expectRefused(sharedWith(school.anna, '-guest-'), 403, /administrator/);
      },
    },
    badInput: {
      'an unknown person is told': () => expectRefused(sharedWith(school.admin, 'nemo'), 404, /nemo/),
    },
  });

  describeOperation('findAuthorities', school, {
    effect: {
      'it finds people and groups, both where both have the name': async () => {
        const file = await makeFile(school.anna, 'x');
        const group = newName('klasse');
        await school.admin.createGroup({ repository, group, body: {} });
        await school.admin.createGroup({ repository, group: 'carla', body: {} }).catch(() => undefined);
        const name = ['bert', 'BERT', group, `GROUP_${group}`, 'EVERYONE', 'carla', 'nemo'];
        const { names } = await school.anna.findAuthorities({ node: file.ref.id, name });
        const found = names.map(({ authorities }) => authorities.map(({ authorityName }) => authorityName));
        const klasse = [`GROUP_${group}`];
        expect(found).toEqual([['bert'], ['bert'], klasse, klasse, ['GROUP_EVERYONE'], ['carla', 'GROUP_carla'], []]);
      },
    },
    refusal: {
      'it is for those who may change the permissions': async () => {
        const file = await makeFile(school.anna, 'x');
        await share(school.anna, file, { bert: 'Editor' });
        const find = (client: Client) => client.findAuthorities({ node: file.ref.id, name: ['anna'] });
        await expectRefused(find(school.nobody), 401);
        await expectRefused(find(school.bert), 403, /ChangePermissions/);
      },
    },
    badInput: {
      'an unknown node is told': () =>
        expectRefused(school.anna.findAuthorities({ node: '00000000-0000-4000-8000-000000000000' }), 404),
    },
  });

  test('the signed-in may list the top folder, and the audit shows the apps that use a node', async () => {
    const { rights } = await school.bert.checkAccess({ node: '-companyhome-', user: '-me-', right: ['Read'] });
    expect(rights[0]?.reasons).toMatchObject([{ kind: 'top-folder' }]);
    const file = await makeFile(school.anna, 'x');
    await (await newPlatform(school)).uses(file);
    const [place] = await placesFrom(school.anna, file);
    expect(place).toMatchObject({ owner: 'anna', apps: [expect.any(String)] });
  });
});

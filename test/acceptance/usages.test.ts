import { describe, expect, test } from 'vitest';
import { registeredApp, signedBy } from '../support/apps.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { anna, basic, bert, carla } from '../support/people.ts';
import { expectRefused, expectUsageRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { newPlace, newPlatform } from '../support/usages.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeRecordUsage(school);
  describeDeleteUsage(school);
  describeListNodeUsages(school);
  describeListAppUsages(school);
  describeListCourseUsages(school);
  describeListRepositoryUsages(school);
  describeListCollectionUsages(school);
  describeEnds(school);
});

/** A file of Anna's that Carla has this permission on; Bert has none. */
async function sharedFile(school: School, permission = 'Consumer'): Promise<WireNode> {
  const file = await makeFile(school.anna, 'x');
  const body = { permissions: [{ authority: { authorityName: 'carla' }, permission }] };
  await school.anna.setPermissions({ ...at(file), body });
  return file;
}

const usagesOf = async (list: Promise<{ readonly usages: readonly { readonly nodeId: string }[] }>) =>
  (await list).usages.map(({ nodeId }) => nodeId).sort();

function describeRecordUsage(school: School): void {
  describeOperation('recordUsage', school, {
    effect: {
      'answers all fields of a usage, and lists show it': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const place = newPlace();
        const usage = await platform.uses(file, place);
        expect(usage).toEqual({
          ...place,
          fromUsed: expect.any(String),
          toUsed: usage.fromUsed,
          usageCounter: 1,
          appUser: 'anna',
          appUserMail: anna.email,
          distinctPersons: 1,
          appId: platform.app.id,
          nodeId: expect.any(String),
          parentNodeId: file.ref.id,
          usageVersion: '1.1',
          guid: usage.nodeId,
        });
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([usage]);
      },
      'the same place counts once more, another place is another usage': async () => {
        const platform = await newPlatform(school);
        const file = await sharedFile(school, 'Coordinator');
        const place = newPlace();
        const first = await platform.uses(file, place);
        const second = await platform.uses(file, place, carla);
        expect(second).toMatchObject({ nodeId: first.nodeId, usageCounter: 2, distinctPersons: 2, appUser: 'carla' });
        const others = [
          await platform.uses(file, { ...place, courseId: newName() }),
          await platform.uses(file, { ...place, resourceId: newName() }),
          await platform.uses(await makeFile(school.anna, 'y'), place),
          await (await newPlatform(school)).uses(file, place),
        ];
        for (const other of others) expect(other).toMatchObject({ usageCounter: 1 });
        expect(new Set([first, ...others].map(({ nodeId }) => nodeId)).size).toBe(5);
      },
      'the right to publish is needed once, and on the original of a reference': async () => {
        const platform = await newPlatform(school);
        const file = await sharedFile(school, 'CCPublish');
        const place = newPlace();
        await platform.uses(file, place, carla);
        await school.anna.setPermissions({ ...at(file), body: { permissions: [] } });
        expect(await platform.uses(file, place, carla)).toMatchObject({ usageCounter: 2 });
        const { collection } = await school.carla.createCollection({
          repository,
          collection: '-root-',
          body: { title: newName('collection') },
        });
        const open = {
          permissions: ['Consumer', 'CCPublish'].map((permission) => ({
            authority: { authorityName: 'carla' },
            permission,
          })),
        };
        await school.anna.setPermissions({ ...at(file), body: open });
        const { node } = await school.carla.addReference({
          repository,
          collection: collection.ref.id,
          node: file.ref.id,
        });
        expect(await platform.uses(node, place, carla)).toMatchObject({ parentNodeId: node.ref.id, usageCounter: 1 });
      },
      'numbers as names, a version, a period and parameters are kept': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const period = { fromUsed: '2026-01-01T00:00:00.000Z', toUsed: '2026-07-31T00:00:00.000Z' };
        const body = {
          appId: platform.app.id,
          nodeId: file.ref.id,
          nodeVersion: '1.0',
          usageXmlParams: '<a/>',
          ...period,
        };
        const usage = await platform
          .with(anna)
          .recordUsage({ repository, body: { ...body, courseId: 17, resourceId: 4 } });
        expect(usage).toMatchObject({
          ...period,
          courseId: '17',
          resourceId: '4',
          usageVersion: '1.0',
          usageXmlParams: '<a/>',
        });
        for (const nodeVersion of ['', '0', '-1', null]) {
          const latest = await platform
            .with(anna)
            .recordUsage({ repository, body: { ...body, nodeVersion, ...newPlace() } });
          expect(latest.usageVersion).toBe('1.1');
        }
      },
      'the same call with the same signature is answered again': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const body = { appId: platform.app.id, ...newPlace(), nodeId: file.ref.id };
        const signed = platform.with(anna);
        for (const usageCounter of [1, 2]) {
          expect(await signed.recordUsage({ repository, body })).toMatchObject({ usageCounter });
        }
      },
      'an administrator records usages of every app, and of this repository': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        for (const appId of [platform.app.id, '-home-']) {
          const usage = await school.admin.recordUsage({
            repository,
            body: { appId, ...newPlace(), nodeId: file.ref.id },
          });
          expect(usage.appUser).toBe('admin');
        }
        const own = await school.admin.listAppUsages({ appId: '-home-' });
        expect(own.usages.map(({ parentNodeId }) => parentNodeId)).toContain(file.ref.id);
      },
    },
    refusal: {
      'a new usage without the right to publish is 403, with the class name that clients know': async () => {
        const platform = await newPlatform(school);
        const file = await sharedFile(school);
        await expectUsageRefused(platform.uses(file, {}, carla), /CCPublish/);
        await expectUsageRefused(platform.uses(file, {}, bert), /CCPublish/);
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([]);
      },
      'without a signature 400, without a person 401, for another app 403': async () => {
        const platform = await newPlatform(school);
        const other = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const call = { repository, body: { appId: platform.app.id, ...newPlace(), nodeId: file.ref.id } };
        await expectRefused(school.anna.recordUsage(call), 400, /not signed/);
        await expectRefused(platform.alone().recordUsage(call), 401);
        await expectRefused(school.nobody.recordUsage(call), 401);
        await expectRefused(other.with(anna).recordUsage(call), 403, /itself/);
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([]);
      },
    },
    badInput: {
      'a node or app that does not exist is 404, a version that does not exist too': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const folder = await makeFolder(school.anna);
        await school.anna.deleteNode(at(folder));
        for (const node of [unknown, 'no node', folder]) await expectRefused(platform.uses(node), 404);
        const body = { appId: platform.app.id, ...newPlace(), nodeId: file.ref.id };
        const attempt = (more: object) => platform.with(anna).recordUsage({ repository, body: { ...body, ...more } });
        await expectRefused(attempt({ appId: 'unknown' }), 404, /App unknown/);
        await expectRefused(attempt({ nodeVersion: '9.9' }), 404, /Version 9\.9/);
        await expectRefused(attempt({ nodeVersion: 'new' }), 400, /nodeVersion/);
      },
      'missing, empty and too long fields are 400': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const body = { appId: platform.app.id, ...newPlace(), nodeId: file.ref.id };
        const wrong = [
          { courseId: undefined },
          { courseId: '' },
          { resourceId: [] },
          { nodeId: 1 },
          { appId: null },
          { courseId: 'x'.repeat(1_001) },
          { fromUsed: 'yesterday' },
        ];
        for (const more of wrong) {
          const attempt = platform.with(anna).recordUsage({ repository, body: { ...body, ...more } as typeof body });
          await expectRefused(attempt, 400, new RegExp(`body ${Object.keys(more)[0]}`));
        }
        const none = platform.with(anna).recordUsage({ repository, body: undefined as unknown as typeof body });
        await expectRefused(none, 400, /usage is missing/);
      },
    },
  });
}

function describeDeleteUsage(school: School): void {
  describeOperation('deleteUsage', school, {
    effect: {
      'the app deletes its usage by its signature alone, and then it is gone': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const place = newPlace();
        const { nodeId: usageId } = await platform.uses(file, place);
        const kept = await platform.uses(file);
        await platform.alone().deleteUsage({ nodeId: file.ref.id, usageId });
        expect((await platform.alone().listAppUsages({ appId: platform.app.id })).usages).toEqual([kept]);
        expect(await usagesOf(school.anna.listNodeUsages({ nodeId: file.ref.id }))).toEqual([kept.nodeId]);
        const again = await platform.uses(file, place);
        expect(again.usageCounter).toBe(1);
        expect(again.nodeId).not.toBe(usageId);
      },
      'an administrator deletes every usage, and an app also one of a node in the trash': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const [first, second] = [await platform.uses(file), await platform.uses(file)];
        await school.admin.deleteUsage({ nodeId: file.ref.id, usageId: first.nodeId });
        await school.anna.deleteNode(at(file));
        await platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: second.nodeId });
        await school.anna.restoreArchived({ repository, archivedNodeIds: [file.ref.id] });
        expect((await platform.alone().listAppUsages({ appId: platform.app.id })).usages).toEqual([]);
      },
    },
    refusal: {
      'other apps and people may not delete it': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const usage = await platform.uses(file);
        const call = { nodeId: file.ref.id, usageId: usage.nodeId };
        await expectRefused((await newPlatform(school)).alone().deleteUsage(call), 403, /another app/);
        await expectRefused(school.anna.deleteUsage(call), 403);
        await expectRefused(school.nobody.deleteUsage(call), 401);
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([usage]);
      },
    },
    badInput: {
      'a usage that is gone, or of another node, is 404': async () => {
        const platform = await newPlatform(school);
        const [file, other] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'y')];
        const { nodeId: usageId } = await platform.uses(file);
        await expectRefused(platform.alone().deleteUsage({ nodeId: other.ref.id, usageId }), 404, /Usage/);
        await expectRefused(platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: unknown }), 404, /Usage/);
        await expectRefused(platform.alone().deleteUsage({ nodeId: 'x', usageId: 'y' }), 404, /Usage/);
        await platform.alone().deleteUsage({ nodeId: file.ref.id, usageId });
        await expectRefused(platform.alone().deleteUsage({ nodeId: file.ref.id, usageId }), 404, /Usage/);
      },
    },
  });
}

function describeListNodeUsages(school: School): void {
  describeOperation('listNodeUsages', school, {
    effect: {
      'all readers see where a node is used, but not for whom': async () => {
        const platform = await newPlatform(school);
        const file = await sharedFile(school);
        const usage = await platform.uses(file);
        const call = { nodeId: file.ref.id };
        for (const client of [school.anna, school.admin, platform.alone(), platform.with(carla)]) {
          expect((await client.listNodeUsages(call)).usages).toEqual([usage]);
        }
        const hidden = { ...usage, appUser: '', appUserMail: '' };
        const other = await newPlatform(school);
        for (const client of [school.carla, other.with(carla)]) {
          expect((await client.listNodeUsages(call)).usages).toEqual([hidden]);
        }
        // Another app by itself sees its own usages only.
        expect((await other.alone().listNodeUsages(call)).usages).toEqual([]);
      },
      'the rest of a list': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        for (let count = 0; count < 3; count += 1) await platform.uses(file);
        const { usages } = await school.anna.listNodeUsages({ nodeId: file.ref.id });
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id, skipCount: 1 })).usages).toEqual(
          usages.slice(1),
        );
      },
    },
    refusal: {
      'a node that the caller may not read': async () => {
        const file = await sharedFile(school);
        await expectRefused(school.bert.listNodeUsages({ nodeId: file.ref.id }), 403);
        await expectRefused(school.nobody.listNodeUsages({ nodeId: file.ref.id }), 401);
      },
    },
    badInput: {
      'a node that does not exist, or is in the trash, is 404, also for apps': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        await platform.uses(file);
        await school.anna.deleteNode(at(file));
        for (const nodeId of [unknown, 'x', file.ref.id]) {
          for (const client of [school.anna, school.admin, platform.alone()]) {
            await expectRefused(client.listNodeUsages({ nodeId }), 404);
          }
        }
        await expectRefused(school.anna.listNodeUsages({ nodeId: unknown, skipCount: -1 }), 400);
      },
    },
  });
}

function describeListAppUsages(school: School): void {
  describeOperation('listAppUsages', school, {
    effect: {
      'an app sees all its usages, and people those of nodes that they may read': async () => {
        const platform = await newPlatform(school);
        const [shared, own] = [await sharedFile(school), await makeFile(school.anna, 'y')];
        const usages = [await platform.uses(shared), await platform.uses(own)].map(({ nodeId }) => nodeId);
        await (await newPlatform(school)).uses(own);
        const call = { appId: platform.app.id };
        for (const client of [platform.alone(), school.anna, school.admin]) {
          expect(await usagesOf(client.listAppUsages(call))).toEqual([...usages].sort());
        }
        expect(await usagesOf(school.carla.listAppUsages(call))).toEqual([usages[0]]);
        expect(await usagesOf(school.bert.listAppUsages(call))).toEqual([]);
      },
      'usages of a node in the trash are hidden until it is restored': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const usage = await platform.uses(file);
        const list = async () => (await platform.alone().listAppUsages({ appId: platform.app.id })).usages;
        await school.anna.deleteNode(at(file));
        expect(await list()).toEqual([]);
        await school.anna.restoreArchived({ repository, archivedNodeIds: [file.ref.id] });
        expect(await list()).toEqual([usage]);
      },
    },
    refusal: {
      'callers who have not signed in': async () => {
        const platform = await newPlatform(school);
        await expectRefused(school.nobody.listAppUsages({ appId: platform.app.id }), 401);
        await expectRefused(
          school
            .withHeaders({ ...signedBy(platform.app), 'x-edu-app-sig': 'AAAA' })
            .listAppUsages({ appId: platform.app.id }),
          401,
        );
      },
    },
    badInput: {
      'an app that is not registered is 404': async () => {
        await expectRefused(school.admin.listAppUsages({ appId: newName('unknown') }), 404, /App/);
      },
    },
  });
}

function describeListCourseUsages(school: School): void {
  describeOperation('listCourseUsages', school, {
    effect: {
      'a course has its own usages, whatever its name is': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const courseId = `Ökologie 7b/8 & ? ${newName()}`;
        const inCourse = [await platform.uses(file, { courseId }), await platform.uses(file, { courseId })];
        await platform.uses(file);
        await (await newPlatform(school)).uses(file, { courseId });
        const list = school.anna.listCourseUsages({ appId: platform.app.id, courseId });
        expect(await usagesOf(list)).toEqual(inCourse.map(({ nodeId }) => nodeId).sort());
        expect((await platform.alone().listCourseUsages({ appId: platform.app.id, courseId: 'none' })).usages).toEqual(
          [],
        );
      },
    },
    refusal: {
      'callers who have not signed in, and what people may not read': async () => {
        const platform = await newPlatform(school);
        const courseId = newName();
        await platform.uses(await makeFile(school.anna, 'x'), { courseId });
        await expectRefused(school.nobody.listCourseUsages({ appId: platform.app.id, courseId }), 401);
        expect((await school.bert.listCourseUsages({ appId: platform.app.id, courseId })).usages).toEqual([]);
      },
    },
    badInput: {
      'an app that is not registered is 404': async () => {
        await expectRefused(school.admin.listCourseUsages({ appId: newName('unknown'), courseId: '1' }), 404, /App/);
      },
    },
  });
}

function describeListRepositoryUsages(school: School): void {
  describeOperation('listRepositoryUsages', school, {
    effect: {
      'an app gets all its usages, and an administrator those of all apps': async () => {
        const [platform, other] = [await newPlatform(school), await newPlatform(school)];
        const file = await makeFile(school.anna, 'x');
        const [own, foreign] = [await platform.uses(file), await other.uses(file)];
        const all = { repository, nodeId: '-all-' };
        expect((await platform.alone().listRepositoryUsages(all)).usages).toEqual([own]);
        expect(await usagesOf(school.admin.listRepositoryUsages(all))).toEqual(
          expect.arrayContaining([own.nodeId, foreign.nodeId]),
        );
        const ofNode = school.anna.listRepositoryUsages({ repository, nodeId: file.ref.id });
        expect(await usagesOf(ofNode)).toEqual([own.nodeId, foreign.nodeId].sort());
      },
      'a period selects the usages that overlap it': async () => {
        const platform = await newPlatform(school);
        const file = await makeFile(school.anna, 'x');
        const body = { appId: platform.app.id, nodeId: file.ref.id };
        const record = (fromUsed: string, toUsed: string) =>
          platform.with(anna).recordUsage({ repository, body: { ...body, ...newPlace(), fromUsed, toUsed } });
        const spring = await record('2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z');
        const autumn = await record('2026-09-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
        const within = (nodeId: string, from?: string, to?: string) =>
          usagesOf(
            platform.alone().listRepositoryUsages({
              ...{ repository, nodeId },
              ...(from === undefined ? {} : { from: Date.parse(from) }),
              ...(to === undefined ? {} : { to: Date.parse(to) }),
            }),
          );
        for (const nodeId of ['-all-', file.ref.id]) {
          expect(await within(nodeId, '2026-03-01')).toEqual([spring.nodeId, autumn.nodeId].sort());
          expect(await within(nodeId, '2026-05-01')).toEqual([autumn.nodeId]);
          expect(await within(nodeId, undefined, '2026-05-01')).toEqual([spring.nodeId]);
          expect(await within(nodeId, '2026-05-01', '2026-08-01')).toEqual([]);
        }
      },
    },
    refusal: {
      'people may not list all usages, nor those of a node that they may not read': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.listRepositoryUsages({ repository, nodeId: '-all-' }), 403, /administrators/);
        await expectRefused(school.bert.listRepositoryUsages({ repository, nodeId: file.ref.id }), 403);
        await expectRefused(school.nobody.listRepositoryUsages({ repository, nodeId: '-all-' }), 401);
      },
    },
    badInput: {
      'an unknown node or repository is 404, a time that is no number 400': async () => {
        await expectRefused(school.admin.listRepositoryUsages({ repository, nodeId: unknown }), 404);
        await expectRefused(school.admin.listRepositoryUsages({ repository: 'other', nodeId: '-all-' }), 404);
        const from = 'yesterday' as unknown as number;
        await expectRefused(school.admin.listRepositoryUsages({ repository, nodeId: '-all-', from }), 400, /from/);
      },
    },
  });
}

function describeListCollectionUsages(school: School): void {
  const newCollection = async (client: School['anna']) =>
    (await client.createCollection({ repository, collection: '-root-', body: { title: newName('collection') } }))
      .collection;

  describeOperation('listCollectionUsages', school, {
    effect: {
      'the collections that contain a node, as nodes, for the node and its references': async () => {
        const file = await makeFile(school.anna, 'x');
        const collection = await newCollection(school.anna);
        expect(await school.anna.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
        const { node } = await school.anna.addReference({
          repository,
          collection: collection.ref.id,
          node: file.ref.id,
        });
        for (const nodeId of [file.ref.id, node.ref.id]) {
          const usages = await school.anna.listCollectionUsages({ nodeId });
          expect(usages.map(({ collectionUsageType, collection: { ref } }) => [collectionUsageType, ref.id])).toEqual([
            ['ACTIVE', collection.ref.id],
          ]);
        }
        await school.anna.removeReference({ repository, collection: collection.ref.id, node: node.ref.id });
        expect(await school.anna.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
      },
    },
    refusal: {
      'collections that the caller may not read are left out, and nodes are refused': async () => {
        const file = await sharedFile(school);
        const collection = await newCollection(school.anna);
        await school.anna.addReference({ repository, collection: collection.ref.id, node: file.ref.id });
        expect(await school.carla.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
        await expectRefused(school.bert.listCollectionUsages({ nodeId: file.ref.id }), 403);
      },
    },
    badInput: {
      'a node that does not exist is 404': async () => {
        await expectRefused(school.anna.listCollectionUsages({ nodeId: unknown }), 404);
        await expectRefused(school.anna.listCollectionUsages({ nodeId: 'x' }), 404);
      },
    },
  });
}

function describeEnds(school: School): void {
  const ofApp = async (appId: string) => (await school.admin.listAppUsages({ appId })).usages;

  describe('a usage', () => {
    test('ends when its node is purged, and survives a restart before that', async () => {
      const platform = await newPlatform(school);
      const folder = await makeFolder(school.anna);
      const file = await makeFile(school.anna, 'x', { parent: folder });
      const usage = await platform.uses(file);
      await school.restart();
      expect(await ofApp(platform.app.id)).toEqual([usage]);
      await school.anna.deleteNode({ ...at(folder), recycle: false });
      await expect.poll(() => ofApp(platform.app.id)).toEqual([]);
      await expectRefused(platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: usage.nodeId }), 404);
    });

    test('ends with its app, unless the app is registered again with a new key', async () => {
      const [app, file] = [await registeredApp(school), await makeFile(school.anna, 'x')];
      const record = () =>
        school
          .withHeaders({ ...signedBy(app), ...basic(anna) })
          .recordUsage({ repository, body: { appId: app.id, courseId: '1', resourceId: '2', nodeId: file.ref.id } });
      const again = () => registeredApp(school, { ...app.entries });
      await record();
      await school.admin.removeApplication({ application: app.id, keepUsages: true });
      await again();
      expect(await record()).toMatchObject({ usageCounter: 2 });
      await school.admin.removeApplication({ application: app.id });
      await again();
      expect(await ofApp(app.id)).toEqual([]);
      expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([]);
    });

    test('forgets its person, also if another person of the same name comes', async () => {
      const platform = await newPlatform(school);
      const person = { ...bert, userName: newName('teacher'), password: 'A word for one test' };
      const profile = { firstName: 'T', lastName: 'X', email: 't@schule.example' };
      const create = () =>
        school.admin.createPerson({ repository, person: person.userName, password: person.password, body: profile });
      await create();
      const file = await makeFile(school.as(person), 'x');
      expect(await platform.uses(file, {}, person)).toMatchObject({
        appUser: person.userName,
        appUserMail: profile.email,
      });
      await school.admin.deletePerson({ repository, person: person.userName });
      await create();
      expect(await ofApp(platform.app.id)).toMatchObject([{ appUser: '', appUserMail: '', usageCounter: 1 }]);
      expect(await school.admin.listAppUsages({ appId: platform.app.id })).toMatchObject({ usages: [{ appUser: '' }] });
    });
  });
}

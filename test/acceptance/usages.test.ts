import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { anna, bert, carla } from '../support/people.ts';
import { expectRefused, expectUsageRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { newPlace, newPlatform } from '../support/usages.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeRecordUsage(school);
  describeDeleteUsage(school);
});

/** A file of Anna's that Carla has this permission on; Bert has none. */
async function sharedFile(school: School, permission = 'Consumer'): Promise<WireNode> {
  const file = await makeFile(school.anna, 'x');
  const body = { permissions: [{ authority: { authorityName: 'carla' }, permission }] };
  await school.anna.setPermissions({ ...at(file), body });
  return file;
}

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
        // The content is that of the original, and so is its version.
        expect(await platform.uses(node, newPlace(), anna)).toMatchObject({ usageVersion: file.contentVersion });
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
        expect((await school.anna.listNodeUsages({ nodeId: file.ref.id })).usages).toEqual([kept]);
        const again = await platform.uses(file, place);
        expect([again.usageCounter, again.nodeId === usageId]).toEqual([1, false]);
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

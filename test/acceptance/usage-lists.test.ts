import { expect } from 'vitest';
import { signedBy } from '../support/apps.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { anna, carla } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';
import { newPlace, newPlatform } from '../support/usages.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeListNodeUsages(school);
  describeListAppUsages(school);
  describeListCourseUsages(school);
  describeListRepositoryUsages(school);
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
          expect(await within(nodeId, '2026-05-01', '+010000-01-01')).toEqual([autumn.nodeId]);
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

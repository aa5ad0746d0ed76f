import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { enabledExports, exportOf, fileOf, me } from '../support/data-exports.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused, refusalOf } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFolder } from '../support/trees.ts';

const repository = '-home-';
const annas = { repository, person: 'anna' };
const unknown = { repository, person: 'niemand' };

const entryOf = async (admin: Client, userName: string) =>
  (await admin.listDataExports()).exports.find(({ user }) => user === userName);

/** Takes the exports of these people out of the queue. */
async function clear({ admin }: School): Promise<void> {
  for (const { user } of (await admin.listDataExports()).exports) await admin.cancelDataExport({ person: user });
}

/** Without the report, whose thread takes a second to start. */
const quickExports = { ...enabledExports, 'repository.dataprotection.summaryExport': 'false' };

withTransports(
  (school) => {
    describeRequest(school);
    describeResult(school);
    describeQueue(school);
    describeSecrecy(school);
  },
  { overrides: quickExports },
);

withTransports((school) => describeGuest(school), {
  overrides: { ...quickExports, 'security.guest.enabled': 'true' },
});

withTransports((school) => describeDisabled(school));

function describeRequest(school: School): void {
  describeOperation('requestDataExport', school, {
    effect: {
      'the entry is in the queue': async () => {
        await clear(school);
        const entry = await school.anna.requestDataExport(me);
        expect(entry).toMatchObject({ user: 'anna', status: 'REQUESTED', node_id: null, finished: null });
        expect(Object.keys(entry).sort()).toEqual(['finished', 'node_id', 'requested', 'status', 'user']);
        expect(await entryOf(school.admin, 'anna')).toMatchObject(entry);
      },
      'a finished export is replaced, and its node is gone': async () => {
        await clear(school);
        const { nodeEntry } = await exportOf(school.anna, school.admin);
        expect(await school.anna.requestDataExport(me)).toMatchObject({ status: 'REQUESTED', node_id: null });
        for (const client of [school.anna, school.admin]) await expectRefused(client.getNode(at(nodeEntry.node)), 404);
      },
      'an administrator may request it for a person': async () => {
        await clear(school);
        expect(await school.admin.requestDataExport(annas)).toMatchObject({ user: 'anna' });
      },
      'existing clients send PUT': overHttp(async () => {
        await clear(school);
        const path = '/iam/v1/people/-home-/-me-/dataprotection';
        const response = await rawRequest(school.raw, { method: 'PUT', path, headers: basic(anna) });
        expect(response.json()).toMatchObject({ user: 'anna', status: 'REQUESTED' });
      }),
    },
    refusal: {
      'only the person and administrators': async () => {
        await clear(school);
        await expectRefused(school.bert.requestDataExport(annas), 403);
        await expectRefused(school.nobody.requestDataExport(annas), 401);
        expect(await entryOf(school.admin, 'anna')).toBeUndefined();
      },
      'a second request returns the entry of the first with 409': async () => {
        await clear(school);
        const entry = await school.anna.requestDataExport(me);
        const refusal = await refusalOf(school.admin.requestDataExport(annas));
        expect(refusal.status).toBe(409);
        expect(refusal.body).toEqual(entry);
      },
      'of two requests at the same moment, one is accepted': async () => {
        await clear(school);
        const both = await Promise.allSettled([1, 2].map(() => school.anna.requestDataExport(me)));
        const accepted = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        const refused = both.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
        expect(accepted).toHaveLength(1);
        expect(refused).toMatchObject([{ status: 409, body: accepted[0] }]);
      },
    },
    badInput: {
      'there must be such a person': async () => {
        await expectRefused(school.admin.requestDataExport(unknown), 404, /niemand/);
        expect(await entryOf(school.admin, 'niemand')).toBeUndefined();
      },
      'and such a repository': () =>
        expectRefused(school.anna.requestDataExport({ ...me, repository: 'elsewhere' }), 404, /elsewhere/),
    },
  });
}

function describeResult(school: School): void {
  describeOperation('getDataExport', school, {
    effect: {
      'the node and the entry of a finished export': async () => {
        await clear(school);
        const { nodeEntry, status, statusObject, expires } = await exportOf(school.anna, school.admin);
        expect(status).toMatchObject({ user: 'anna', status: 'FINISHED', node_id: nodeEntry.node.ref.id });
        expect(statusObject).toEqual(status);
        expect(Date.parse(expires) - Date.parse(status.finished ?? '')).toBe(240 * 3_600_000);
        expect(nodeEntry.node).toMatchObject({ type: 'ccm:io', mimetype: 'application/zip', access: readOnly });
        expect((await fileOf(school.anna, { nodeEntry })).subarray(0, 2).toString()).toBe('PK');
      },
      'administrators see it, too': async () => {
        await clear(school);
        const { status } = await exportOf(school.anna, school.admin);
        expect((await school.admin.getDataExport(annas)).status).toEqual(status);
      },
    },
    refusal: {
      'only the person and administrators': async () => {
        await expectRefused(school.bert.getDataExport(annas), 403);
        await expectRefused(school.nobody.getDataExport(annas), 401);
      },
    },
    badInput: {
      'there must be an export': async () => {
        await clear(school);
        await expectRefused(school.anna.getDataExport(me), 404, /Request one first/);
      },
      'and it must be finished; the refusal shows its state': async () => {
        await clear(school);
        const status = await school.anna.requestDataExport(me);
        const refusal = await refusalOf(school.anna.getDataExport(me));
        expect(refusal.status).toBe(404);
        expect(refusal.body).toMatchObject({ details: { status }, message: expect.stringMatching(/waiting/) });
      },
      'a deleted node is gone': async () => {
        await clear(school);
        const { nodeEntry } = await exportOf(school.anna, school.admin);
        await school.admin.deleteNode(at(nodeEntry.node));
        await expectRefused(school.anna.getDataExport(me), 404, /was deleted/);
      },
      'there must be such a person': () => expectRefused(school.admin.getDataExport(unknown), 404, /niemand/),
    },
  });
}

const readOnly = [
  'Read',
  'ReadPreview',
  'ReadAll',
  'Comment',
  'Embed',
  'Feedback',
  'RateRead',
  'DownloadContent',
  'ReadChildren',
];

function describeQueue(school: School): void {
  describeOperation('listDataExports', school, {
    effect: {
      'all entries, ordered by user name, in pages': async () => {
        await clear(school);
        for (const client of [school.carla, school.anna, school.bert]) await client.requestDataExport(me);
        const { exports, pagination } = await school.admin.listDataExports({ maxItems: 2, skipCount: 1 });
        expect(exports.map(({ user }) => user)).toEqual(['bert', 'carla']);
        expect(pagination).toEqual({ total: 3, from: 1, count: 2 });
        expect(exports[0]).toMatchObject({ status: 'REQUESTED', failure: null, mail: null });
      },
    },
    refusal: { 'only administrators': () => expectRefused(school.anna.listDataExports(), 403) },
    badInput: {
      'a negative page is refused': () => expectRefused(school.admin.listDataExports({ skipCount: -1 }), 400),
    },
  });

  describeOperation('cancelDataExport', school, {
    effect: {
      'the entry and a finished export are gone': async () => {
        await clear(school);
        const { nodeEntry } = await exportOf(school.anna, school.admin);
        await school.admin.cancelDataExport({ person: 'anna' });
        expect(await entryOf(school.admin, 'anna')).toBeUndefined();
        await expectRefused(school.anna.getNode(at(nodeEntry.node)), 404);
        await expectRefused(school.admin.downloadContent({ nodeId: nodeEntry.node.ref.id }), 404);
      },
    },
    refusal: {
      'only administrators, even for the own export': async () => {
        await clear(school);
        await school.anna.requestDataExport(me);
        await expectRefused(school.anna.cancelDataExport({ person: '-me-' }), 403);
        expect(await entryOf(school.admin, 'anna')).toBeDefined();
      },
    },
    badInput: {
      'there must be an entry': () =>
        expectRefused(school.admin.cancelDataExport({ person: 'niemand' }), 404, /niemand/),
    },
  });

  describeOperation('runDataExports', school, {
    effect: {
      'it finishes what was requested': async () => {
        await clear(school);
        await school.anna.requestDataExport(me);
        await school.bert.requestDataExport(me);
        expect(await school.admin.runDataExports()).toEqual({ finished: ['anna', 'bert'], failed: [], removed: [] });
        expect(await school.admin.runDataExports()).toEqual({ finished: [], failed: [], removed: [] });
      },
      'a call during a run includes what was requested since, and creates nothing twice': async () => {
        await clear(school);
        await school.anna.requestDataExport(me);
        const first = school.admin.runDataExports();
        await school.bert.requestDataExport(me);
        const runs = await Promise.all([first, school.admin.runDataExports()]);
        expect(runs.flatMap(({ finished }) => finished).sort()).toEqual(['anna', 'bert']);
      },
    },
    refusal: { 'only administrators': () => expectRefused(school.anna.runDataExports(), 403) },
    badInput: {
      'an export that is cancelled during the run is not delivered': async () => {
        await clear(school);
        await school.anna.requestDataExport(me);
        const run = school.admin.runDataExports();
        await expect.poll(async () => (await entryOf(school.admin, 'anna'))?.status).toMatch(/RUNNING|FINISHED/);
        await school.admin.cancelDataExport({ person: 'anna' });
        await run;
        expect(await entryOf(school.admin, 'anna')).toBeUndefined();
      },
    },
  });
}

/** Puts Anna and Bert in one group; Carla is in none. */
async function shareGroup({ admin }: School): Promise<void> {
  const group = { repository, group: 'Kollegium' };
  await admin.createGroup({ ...group, body: { displayName: 'Kollegium' } });
  for (const member of ['anna', 'bert']) await admin.addMember({ ...group, member });
}

function describeSecrecy(school: School): void {
  describe('an export is seen by its person alone', () => {
    const search = async (client: Client, word: string) => {
      const body = { criterias: [{ property: 'ngsearchword', values: [word] }], facettes: ['cm:name', 'cclom:format'] };
      return client.searchBySet({ repository, metadataset: '-default-', query: 'ngsearch', body });
    };
    const countedNames = ({ facettes }: Awaited<ReturnType<typeof search>>): string[] =>
      facettes.flatMap(({ values }) => values.map(({ value }) => value));

    test('no search finds or counts it, not even that of an administrator', async () => {
      await clear(school);
      await makeFolder(school.anna, { name: 'Sichtbarer Ordner' });
      await exportOf(school.anna, school.admin);
      expect(countedNames(await search(school.anna, 'Sichtbarer'))).toContain('Sichtbarer Ordner');
      for (const client of [school.anna, school.bert, school.carla, school.admin]) {
        expect((await search(client, 'dataprotectioninfo')).pagination.total).toBe(0);
        const counted = countedNames(await search(client, '*'));
        expect(counted.filter((value) => /dataprotectioninfo|application\/zip/.test(value))).toEqual([]);
      }
    });

    test('a stranger and a colleague in the same group get no part of it', async () => {
      await clear(school);
      await shareGroup(school);
      const { node } = (await exportOf(school.anna, school.admin)).nodeEntry;
      for (const client of [school.bert, school.carla]) {
        await expectRefused(client.getNode(at(node)), 403);
        await expectRefused(client.downloadContent({ nodeId: node.ref.id }), 403);
        await expectRefused(client.getPreview({ nodeId: node.ref.id }), 403);
        await expectRefused(client.listVersions(at(node)), 403);
        await expectRefused(client.getTextContent(at(node)), 403);
      }
      await expectRefused(school.nobody.getNode(at(node)), 401);
      await expectRefused(school.nobody.downloadContent({ nodeId: node.ref.id }), 401);
    });

    test('no list shows it', async () => {
      await clear(school);
      const { node } = (await exportOf(school.anna, school.admin)).nodeEntry;
      for (const list of ['-to_me_shared_files-', '-my_shared_files-', '-userhome-']) {
        for (const client of [school.anna, school.admin]) {
          const { nodes } = await client.listChildren(at(list));
          expect(nodes.map(({ ref }) => ref.id)).not.toContain(node.ref.id);
        }
      }
      expect((await school.admin.listChildren(at('-companyhome-'))).nodes.map(({ name }) => name)).not.toContain(
        'Data Exports',
      );
    });

    test('the person can read it and nothing else', async () => {
      await clear(school);
      const { node } = (await exportOf(school.anna, school.admin)).nodeEntry;
      await expectRefused(school.anna.deleteNode(at(node)), 403);
      await expectRefused(school.anna.updateMetadata({ ...at(node), body: { 'cclom:title': ['x'] } }), 403);
      await expectRefused(
        school.anna.setPermissions({
          ...at(node),
          body: { permissions: [{ authority: { authorityName: 'bert' }, permission: 'Consumer' }] },
        }),
        403,
      );
    });
  });
}

function describeGuest(school: School): void {
  test('a guest gets no part of an export', async () => {
    const { node } = (await exportOf(school.anna, school.admin)).nodeEntry;
    await expectRefused(school.nobody.getNode(at(node)), 401);
    await expectRefused(school.nobody.downloadContent({ nodeId: node.ref.id }), 401);
    await expectRefused(school.nobody.getPreview({ nodeId: node.ref.id }), 401);
    await expectRefused(school.nobody.getDataExport(annas), 401);
    await expectRefused(school.nobody.requestDataExport(annas), 401);
    await expectRefused(school.nobody.listDataExports(), 401);
  });
}

function describeDisabled(school: School): void {
  describe('without repository.dataprotection.enabled', () => {
    test('the calls return 404 and say so', async () => {
      await expectRefused(school.anna.requestDataExport(me), 404, /disabled/);
      await expectRefused(school.anna.getDataExport(me), 404, /disabled/);
      await expectRefused(school.admin.runDataExports(), 404, /disabled/);
      expect((await school.admin.listDataExports()).exports).toEqual([]);
    });

    test('_about does not list the feature', async () => {
      expect((await school.nobody.getAbout()).features).toEqual([]);
    });
  });
}

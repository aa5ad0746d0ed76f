import { mkdtempSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { admin, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

/** A name that is reserved for tests (RFC 2606), so that nothing is ever called. */
const source = 'https://harvest.invalid/oai';
const schedule = '0 0 3 1 1 ?';

const add = (client: Client, target = `/${newName('harvest')}`) =>
  client.addHarvest({ body: { source, target, schedule, kind: 'oai', set: 'math' } });

const idsOf = async ({ admin }: School): Promise<string[]> => (await admin.listHarvests()).harvests.map(({ id }) => id);

/** The folder `harvest.folder`. */
const folder = mkdtempSync(join(tmpdir(), 'h-'));

beforeAll(async () => {
  await mkdir(join(folder, 'Mathe'));
  await writeFile(join(folder, 'Mathe', 'Kreis.txt'), 'Ein Kreis');
  await symlink('/etc', join(folder, 'outside'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

withTransports(
  (school) => {
    describe('harvests', () => {
      describeOperation('addHarvest', school, {
        effect: {
          'it is listed with its options, the next time of its schedule, and the person with whose rights it runs':
            async () => {
              const added = await add(school.admin);
              const found = (await school.admin.listHarvests()).harvests.find(({ id }) => id === added.id);
              expect(found).toEqual({
                ...{ ...added, source, schedule, kind: 'oai', set: 'math', addedBy: 'admin', state: 'idle' },
                ...{ ifExists: null, prefix: null, lastRun: null, mail: null },
              });
              // 3 o'clock of 1 January in Berlin.
              expect(found?.nextRun).toMatch(/^\d{4}-01-01T02:00:00\.000Z$/);
            },
          'it stays over a restart': async () => {
            const { id } = await add(school.admin);
            await school.restart();
            expect(await idsOf(school)).toContain(id);
          },
        },
        refusal: {
          'it is for administrators': async () => {
            const before = await idsOf(school);
            await expectRefused(add(school.nobody), 401);
            await expectRefused(add(school.anna), 403, /administrator/);
            expect(await idsOf(school)).toEqual(before);
          },
          'a source that the server may not read is refused: files outside its folder, this machine, private networks, passwords':
            async () => {
              const refused: readonly (readonly [string, RegExp])[] = [
                ['/etc/passwd', /harvest\.folder/],
                ['missing.csv', /ENOENT/],
                ['../', /harvest\.folder/],
                ['outside/passwd', /harvest\.folder/],
                ['file:///etc/passwd', /https:/],
                ['http://localhost/', /network\.allowPrivate/],
                ['http://[::1]:9200/', /network\.allowPrivate/],
                ['http://169.254.169.254/latest/meta-data', /network\.allowPrivate/],
                ['https://anna:secret@93.184.216.34/', /password/],
              ];
              const before = await idsOf(school);
              for (const [text, reason] of refused) {
                const body = { source: text, target: '/', schedule };
                await expectRefused(school.admin.addHarvest({ body }), 400, reason);
              }
              expect(await idsOf(school)).toEqual(before);
            },
        },
        badInput: {
          'a schedule, a target or an option that is none is refused, with what to write': async () => {
            const before = await idsOf(school);
            const body = { source, target: '/Import', schedule };
            await expectRefused(school.admin.addHarvest({ body: { ...body, schedule: '0 3 *' } }), 400, /3 fields/);
            await expectRefused(school.admin.addHarvest({ body: { ...body, target: 'Import' } }), 400, /\/Mathe/);
            await expectRefused(school.admin.addHarvest({ body: { ...body, target: '/a/../b' } }), 400, /address/);
            await expectRefused(school.admin.addHarvest({ body: { ...body, kind: '--data=/etc' } }), 400, /kind/);
            expect(await idsOf(school)).toEqual(before);
          },
        },
      });

      describeOperation('listHarvests', school, {
        effect: {
          'they come in the order in which they were added': async () => {
            const first = await add(school.admin);
            const second = await add(school.admin);
            const ids = await idsOf(school);
            expect(ids.slice(-2)).toEqual([first.id, second.id]);
          },
        },
        refusal: {
          'it is for administrators': async () => {
            await expectRefused(school.nobody.listHarvests(), 401);
            await expectRefused(school.anna.listHarvests(), 403);
          },
        },
        badInput: {
          'other methods do not exist there': overHttp(async () => {
            const { status } = await rawRequest(school.raw, {
              ...{ method: 'PUT', path: '/edu-repo/v1/harvests', headers: basic(admin) },
            });
            expect(status).toBe(405);
          }),
          'parameters that it does not have change nothing': async () => {
            const { id } = await add(school.admin);
            const found = await school.admin.listHarvests();
            expect(found.harvests.map((harvest) => harvest.id)).toContain(id);
          },
        },
      });

      describeOperation('getHarvest', school, {
        effect: {
          'it is the harvest as it was added': async () => {
            const added = await add(school.admin);
            expect(await school.admin.getHarvest({ harvest: added.id })).toEqual(added);
          },
        },
        refusal: {
          'it is for administrators': async () => {
            const { id } = await add(school.admin);
            await expectRefused(school.nobody.getHarvest({ harvest: id }), 401);
            await expectRefused(school.anna.getHarvest({ harvest: id }), 403);
          },
        },
        badInput: {
          'an unknown one does not exist': async () =>
            expectRefused(school.admin.getHarvest({ harvest: 'none' }), 404, /none/),
        },
      });

      describeOperation('removeHarvest', school, {
        effect: {
          'it is not listed any more': async () => {
            const { id } = await add(school.admin);
            await school.admin.removeHarvest({ harvest: id });
            expect(await idsOf(school)).not.toContain(id);
          },
        },
        refusal: {
          'it is for administrators': async () => {
            const { id } = await add(school.admin);
            await expectRefused(school.nobody.removeHarvest({ harvest: id }), 401);
            await expectRefused(school.anna.removeHarvest({ harvest: id }), 403);
            expect(await idsOf(school)).toContain(id);
          },
        },
        badInput: {
          'an unknown one does not exist': async () =>
            expectRefused(school.admin.removeHarvest({ harvest: 'none' }), 404, /none/),
        },
      });

      describeOperation('runHarvest', school, {
        effect: {
          'a server runs it at once with the rights of the person, and reports what it did; without a server, the run waits':
            async () => {
              const target = `/${newName('harvest')}`;
              const { id } = await school.admin.addHarvest({ body: { source: 'Mathe', target, schedule } });
              expect((await school.admin.runHarvest({ harvest: id })).state).toBe('waiting');
              const get = () => school.admin.getHarvest({ harvest: id });
              if (school.transport === 'in-process') {
                expect((await get()).state).toBe('waiting');
                return;
              }
              await expect.poll(async () => (await get()).state).toBe('idle');
              expect((await get()).lastRun).toMatchObject({ outcome: 'done', reason: null, counts: { failed: 0 } });
              const again = await school.admin.runHarvest({ harvest: id });
              expect(again.state).toBe('waiting');
              await expect.poll(async () => (await get()).state).toBe('idle');
            },
          'the mail about a failure waits until the person has an address': async () => {
            if (school.transport === 'in-process') return;
            const person = { repository: '-home-', person: admin.userName };
            const profile = { firstName: 'Ada', lastName: 'Admin' };
            await school.admin.updatePersonProfile({ ...person, body: { ...profile, email: '' } });
            const target = `/${newName('harvest')}`;
            const { id } = await school.admin.addHarvest({ body: { source: 'Mathe', target, schedule } });
            await rename(join(folder, 'Mathe'), join(folder, 'Elsewhere'));
            const failed = async () => {
              await school.admin.runHarvest({ harvest: id });
              await expect.poll(async () => (await school.admin.getHarvest({ harvest: id })).state).toBe('idle');
              return school.admin.getHarvest({ harvest: id });
            };
            try {
              expect(await failed()).toMatchObject({ lastRun: { outcome: 'failed' }, mail: 'pending' });
              await school.admin.updatePersonProfile({ ...person, body: { ...profile, email: 'ada@example.org' } });
              await failed();
              await expect.poll(async () => (await school.admin.getHarvest({ harvest: id })).mail).toBe('sent');
            } finally {
              await rename(join(folder, 'Elsewhere'), join(folder, 'Mathe'));
            }
          },
        },
        refusal: {
          'it is for administrators': async () => {
            const { id } = await add(school.admin);
            await expectRefused(school.nobody.runHarvest({ harvest: id }), 401);
            await expectRefused(school.anna.runHarvest({ harvest: id }), 403);
            expect((await school.admin.getHarvest({ harvest: id })).state).toBe('idle');
          },
        },
        badInput: {
          'an unknown one does not exist': async () =>
            expectRefused(school.admin.runHarvest({ harvest: 'none' }), 404, /none/),
        },
      });
    });
  },
  { overrides: { 'harvest.folder': folder } },
);

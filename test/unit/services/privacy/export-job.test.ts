import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { RepositoryError } from '../../../../src/base/errors/errors.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import { type ArchiveWriter, MissingContent } from '../../../../src/ports/archive-writer.ts';
import { addPerson, callerOf, homeOf, makeBareNode } from '../../../support/bare-repository.ts';
import { referenceTo } from '../../../support/content-reference.ts';
import { type ExportMachine, exportMachine, type LogLine } from '../../../support/export-machine.ts';
import { createMemoryArchiveWriter } from '../../../support/memory/archive-writer.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Archives for whose files something else happens first. */
function archivesThat(work: (path: string) => Promise<void>): ArchiveWriter {
  const writer = createMemoryArchiveWriter();
  return {
    ...writer,
    async open() {
      const archive = await writer.open();
      return {
        ...archive,
        async add(file) {
          await work(file.path);
          await archive.add(file);
        },
      };
    },
  };
}

const request = ({ services, anna }: ExportMachine) => services.dataExports.request(anna, 'anna');

async function addFile(machine: ExportMachine, name: string): Promise<void> {
  const { services, anna, seams } = machine;
  const file = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name });
  const content = await seams.content.write(Readable.from([name]));
  await seams.store.change(async (change) => {
    change.nodes.put(file.id, { ...file, content: referenceTo(content) });
  });
}

async function textOf({ seams, nodes }: ExportMachine): Promise<string> {
  const [node] = await nodes();
  const bytes = node?.content == null ? undefined : await seams.content.read(node.content.hash);
  return bytes === undefined ? '' : String(Buffer.concat(await bytes.toArray()));
}

describe('a run that fails', () => {
  test('is repeated after growing pauses, with the reason in the entry', async () => {
    let isFull = true;
    const full = new RepositoryError('StorageFailed', 'The disk is full.');
    const machine = await exportMachine({
      archiveWriter: archivesThat(async () => {
        if (isFull) throw full;
      }),
    });
    await request(machine);
    const { exportJob } = machine.services;
    expect(await exportJob.run()).toEqual({ finished: [], failed: ['anna'], removed: [] });
    expect(await machine.entry()).toMatchObject({
      status: 'REQUESTED',
      failure: { count: 1, reason: 'The disk is full.' },
    });
    expect(await exportJob.run()).toEqual({ finished: [], failed: [], removed: [] });
    machine.wait(minute);
    await exportJob.run();
    expect(await machine.entry()).toMatchObject({ failure: { count: 2, nextTry: '2026-03-10T12:03:00.000Z' } });
    expect(await machine.nodes()).toEqual([]);
    isFull = false;
    machine.wait(2 * minute);
    expect(await exportJob.run()).toEqual({ finished: ['anna'], failed: [], removed: [] });
    expect(await machine.entry()).toMatchObject({ status: 'FINISHED', failure: null });
  });

  test('does not keep others from their exports', async () => {
    const machine = await exportMachine({
      archiveWriter: archivesThat(async (path) => {
        if (path.includes('unreadable')) throw new Error('This cannot be read.');
      }),
    });
    await addFile(machine, 'unreadable');
    await request(machine);
    const bert = await addPerson(machine.services, 'bert');
    await machine.services.dataExports.request(bert, 'bert');
    expect(await machine.services.exportJob.run()).toEqual({ finished: ['bert'], failed: ['anna'], removed: [] });
  });
});

describe('what changes while an export is written', () => {
  test('a person who is deleted gets no export, and nothing of it stays', async () => {
    let machine: ExportMachine | undefined;
    machine = await exportMachine({
      archiveWriter: archivesThat(async () => {
        if (machine === undefined || !(await machine.seams.store.people.has('anna'))) return;
        const admin = await callerOf(machine.services, 'admin');
        await machine.services.authorityRemovals.person(admin, 'anna', undefined);
      }),
    });
    await request(machine);
    expect(await machine.services.exportJob.run()).toEqual({ finished: [], failed: [], removed: [] });
    expect(await machine.entry()).toBeUndefined();
    expect(await machine.nodes()).toEqual([]);
  });

  test('a content that is deleted is left out', async () => {
    const machine = await exportMachine({
      archiveWriter: archivesThat(async (path) => {
        if (path === 'home/gone.txt/gone.txt') throw new MissingContent(path);
      }),
    });
    await addFile(machine, 'gone.txt');
    await addFile(machine, 'there.txt');
    await request(machine);
    expect(await machine.services.exportJob.run()).toMatchObject({ finished: ['anna'] });
    const files = Object.keys(JSON.parse(await textOf(machine)));
    expect(files).toContain('home/there.txt/there.txt');
    expect(files).toContain('home/gone.txt/gone.txt.json');
    expect(files).not.toContain('home/gone.txt/gone.txt');
  });

  test('an export that was cancelled and requested again is not delivered by the old run', async () => {
    let machine: ExportMachine | undefined;
    let isFirst = true;
    machine = await exportMachine({
      archiveWriter: archivesThat(async () => {
        if (machine === undefined || !isFirst) return;
        isFirst = false;
        const admin = await callerOf(machine.services, 'admin');
        await machine.services.dataExports.cancel(admin, 'anna');
        await request(machine);
      }),
    });
    await request(machine);
    expect(await machine.services.exportJob.run()).toEqual({ finished: [], failed: [], removed: [] });
    expect(await machine.entry()).toMatchObject({ status: 'REQUESTED' });
    expect(await machine.nodes()).toEqual([]);
    expect(await machine.services.exportJob.run()).toMatchObject({ finished: ['anna'] });
    expect(await machine.nodes()).toHaveLength(1);
  });
});

describe('the end of an export', () => {
  test('comes after the retention period, for its node too', async () => {
    const machine = await exportMachine({}, { retention: 240 * hour });
    await request(machine);
    await machine.services.exportJob.run();
    machine.wait(240 * hour);
    expect(await machine.services.exportJob.run()).toMatchObject({ removed: [] });
    machine.wait(1);
    expect(await machine.services.exportJob.run()).toMatchObject({ removed: ['anna'] });
    expect(await machine.entry()).toBeUndefined();
    expect(await machine.nodes()).toEqual([]);
    for await (const key of machine.seams.store.purges.keys()) throw new Error(`${key} is still to be purged.`);
  });

  test('comes with the deletion of the person, also for a mail that is pending', async () => {
    let attempts = 0;
    const send = async (): Promise<void> => {
      attempts += 1;
      throw new Error('The server refused the mail.');
    };
    const machine = await exportMachine({ mailer: { send, stop: async () => undefined } });
    await request(machine);
    await machine.services.exportJob.run();
    await machine.sendMails();
    expect(attempts).toBe(1);
    const admin = await callerOf(machine.services, 'admin');
    await machine.services.authorityRemovals.person(admin, 'anna', undefined);
    await machine.services.purges.finish();
    expect(await machine.entry()).toBeUndefined();
    expect(await machine.nodes()).toEqual([]);
    machine.wait(hour);
    await machine.sendMails();
    expect(attempts).toBe(1);
  });

  test('comes even if an administrator moved its node to the trash', async () => {
    const machine = await exportMachine({}, { retention: hour });
    await request(machine);
    await machine.services.exportJob.run();
    const admin = await callerOf(machine.services, 'admin');
    const node = (await machine.entry())?.node as NodeId;
    await machine.services.removals.remove(admin, node, { archive: true });
    machine.wait(2 * hour);
    expect(await machine.services.exportJob.run()).toMatchObject({ removed: ['anna'] });
    expect(await machine.nodes()).toEqual([]);
    for await (const key of machine.seams.store.trash.keys()) throw new Error(`${key} is still in the trash.`);
  });
});

test("administrators' use of another person's export is logged, and no other", async () => {
  const lines: LogLine[] = [];
  const log = { info: (message: string, facts?: LogLine['facts']) => void lines.push({ message, facts }) };
  const quiet = { warn: () => undefined, error: () => undefined };
  const machine = await exportMachine({ log: { ...log, ...quiet } });
  const { dataExports, exportJob } = machine.services;
  const admin = await callerOf(machine.services, 'admin');
  await dataExports.request(machine.anna, 'anna');
  await exportJob.run();
  await dataExports.finished(machine.anna, 'anna');
  expect(lines).toEqual([]);
  await dataExports.finished(admin, 'anna');
  await dataExports.request(admin, 'anna');
  await dataExports.cancel(admin, 'anna');
  expect(lines.map(({ facts }) => facts)).toEqual(
    ['read', 'request', 'cancel'].map((action) => ({ by: 'admin', person: 'anna', action })),
  );
});

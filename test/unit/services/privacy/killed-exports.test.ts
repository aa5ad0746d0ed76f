import { expect, test } from 'vitest';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import type { ExportRecord } from '../../../../src/domain/privacy/export-queue.ts';
import type { Mail } from '../../../../src/ports/mailer.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import { readSystemFolders } from '../../../../src/services/identity/bootstrap.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, callerOf, memorySeams, servicesOver } from '../../../support/bare-repository.ts';
import { dyingProcess } from '../../../support/dying-process.ts';
import { createMemoryArchiveWriter } from '../../../support/memory/archive-writer.ts';

interface Machine {
  /** What survives a process. */
  readonly seams: Seams;
  readonly mails: readonly Mail[];
}

async function newMachine(): Promise<Machine> {
  const mails: Mail[] = [];
  const seams = memorySeams({
    archiveWriter: createMemoryArchiveWriter(),
    mailer: { send: async (mail) => void mails.push(mail), stop: async () => undefined },
  });
  const { people } = await bareRepository(seams);
  await people.create({ userName: 'anna', email: 'anna@schule.example', password: undefined });
  return { seams, mails };
}

async function servicesIn(seams: Seams): Promise<Services> {
  const folders = await readSystemFolders(seams.store);
  if (folders === undefined) throw new Error('The repository was not initialized.');
  return servicesOver(seams, folders, { enabled: true });
}

/** What a process does until its mail is sent. */
async function work(services: Services): Promise<void> {
  const anna = await callerOf(services, 'anna');
  await services.dataExports.request(anna, 'anna');
  await services.exportJob.run();
  services.exportMails.sendInBackground();
  await services.exportMails.finish();
}

/** What the next process finds to do. */
async function recover(services: Services): Promise<void> {
  await services.exportJob.run();
  services.exportMails.sendInBackground();
  await services.exportMails.finish();
}

async function exportsIn({ store }: Seams): Promise<{ entries: ExportRecord[]; nodes: NodeRecord[] }> {
  const entries: ExportRecord[] = [];
  for await (const [, entry] of store.exports.entries()) entries.push(entry);
  const nodes: NodeRecord[] = [];
  for await (const [, node] of store.nodes.entries()) if (node.unlisted && !node.folder) nodes.push(node);
  return { entries, nodes };
}

const livingPoints = await (async () => {
  const { seams } = await newMachine();
  const process = dyingProcess(seams);
  await work(await servicesIn(process.seams));
  return process.points;
})();

test('an export passes all points at which this file kills it', () => {
  expect(livingPoints.length).toBeGreaterThanOrEqual(14);
  expect(livingPoints).toEqual(
    expect.arrayContaining([
      'after change 1',
      'before change 2',
      'after opening the archive',
      'before writing the report',
      'before finishing the archive',
      'after storing the content',
      'before change 3',
      'after change 3',
      'before sending the mail',
      'after sending the mail',
    ]),
  );
});

/** Between the acceptance of a mail and its record, the mail may be sent again, with the same ID. */
const betweenMailAndRecord = new Set(['after sending the mail', 'before change 4']);

test.each(livingPoints)('killed %s, it is finished once by the next process', async (point) => {
  const { seams, mails } = await newMachine();
  const killed = dyingProcess(seams, point);
  void work(await servicesIn(killed.seams));
  await killed.died;

  const services = await servicesIn(seams);
  if ((await exportsIn(seams)).entries.length === 0) {
    // The request was not answered either, so Anna repeats it.
    expect(point).toBe('before change 1');
    await work(services);
  }
  await recover(services);
  await recover(services);

  const { entries, nodes } = await exportsIn(seams);
  expect(entries).toMatchObject([
    { user: 'anna', status: 'FINISHED', run: null, failure: null, mail: { state: 'sent' } },
  ]);
  expect(nodes.map(({ id }) => id)).toEqual([entries[0]?.node]);
  const ids = new Set(mails.map(({ id }) => id));
  expect(ids).toEqual(new Set([`dataprotection-${entries[0]?.node}`]));
  expect(mails).toHaveLength(betweenMailAndRecord.has(point) ? 2 : 1);
});

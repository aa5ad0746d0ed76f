import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackgroundTasks } from '../../../src/daemon/background-tasks.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { StoreDamage } from '../../../src/ports/store.ts';
import type { Services } from '../../../src/services/services.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts background tasks that only note that they were started, with a search index that is up to date when `index` settles. */
function startTasks(index: Promise<void>, damage: readonly StoreDamage[] = []): readonly string[] {
  const started: string[] = [];
  const note = (name: string) => ({ start: () => started.push(name) });
  const services = {
    indexing: { ...note('indexing'), current: () => index },
    thumbnailFollower: note('thumbnails'),
    textFollower: note('texts'),
    contentGc: note('unused contents'),
    accountCleanup: { finish: async () => undefined },
    expiry: note('expiry'),
    retention: note('retention'),
    exportJob: note('exports'),
    exportMails: note('mails'),
    harvestJob: { start: async () => void started.push('harvests') },
    fileImports: { start: async () => void started.push('imports') },
    inboxTask: note('inboxes'),
    purges: { finish: async () => undefined },
    metadataSets: { follow: async () => undefined },
  };
  startBackgroundTasks({ services: services as unknown as Services, damage }, log);
  return started;
}

test('thumbnails and texts wait until the search index is up to date', async () => {
  let finish = (): void => undefined;
  const index = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started = startTasks(index);
  await nextTurn();
  expect(started).toEqual(expect.arrayContaining(['indexing', 'expiry']));
  expect(started).not.toContain('thumbnails');
  expect(started).not.toContain('texts');
  finish();
  await nextTurn();
  expect(started).toEqual(expect.arrayContaining(['thumbnails', 'texts']));
});

test('thumbnails and texts are made even if the search index cannot be built', async () => {
  const started = startTasks(Promise.reject(new Error('The disk is full.')));
  await nextTurn();
  expect(started).toEqual(expect.arrayContaining(['thumbnails', 'texts']));
});

test('nothing that changes records starts if the metadata store is damaged', async () => {
  const started = startTasks(Promise.resolve(), [{ location: 'store/000005.ldb', message: 'A block is damaged.' }]);
  await nextTurn();
  expect(started).toEqual(['indexing']);
});

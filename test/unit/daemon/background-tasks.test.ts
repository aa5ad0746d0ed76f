import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startBackgroundTasks } from '../../../src/daemon/background-tasks.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { Services } from '../../../src/services/services.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts background tasks that only note that they were started. `finishIndex` ends the building of the index. */
function startTasks(damage: readonly never[] | readonly [{ kind: 'lost' }]) {
  const started: string[] = [];
  const note = (name: string) => ({ start: () => started.push(name) });
  const { promise, resolve, reject } = withResolvers();
  const services = {
    indexing: { ...note('indexing'), current: () => promise },
    thumbnailFollower: note('thumbnails'),
    textFollower: note('texts'),
    contentGc: note('unused contents'),
    accountCleanup: { finish: async () => undefined },
    expiry: note('expiry'),
    retention: note('retention'),
    exportJob: note('exports'),
    exportMails: note('mails'),
    purges: { finish: async () => undefined },
    metadataSets: { follow: async () => undefined },
  };
  startBackgroundTasks({ services: services as unknown as Services, damage: damage as readonly never[] }, log);
  return { started, finishIndex: resolve, failIndex: reject };
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}

test('thumbnails and texts wait until the search index is up to date', async () => {
  const { started, finishIndex } = startTasks([]);
  await nextTurn();
  expect(started).toContain('indexing');
  expect(started).toContain('expiry');
  expect(started).not.toContain('thumbnails');
  expect(started).not.toContain('texts');
  finishIndex();
  await nextTurn();
  expect(started).toEqual(expect.arrayContaining(['thumbnails', 'texts']));
});

test('thumbnails and texts are made even if the search index cannot be built', async () => {
  const { started, failIndex } = startTasks([]);
  failIndex(new Error('The disk is full.'));
  await nextTurn();
  expect(started).toEqual(expect.arrayContaining(['thumbnails', 'texts']));
});

test('nothing that changes records starts if the metadata store is damaged', async () => {
  const { started, finishIndex } = startTasks([{ kind: 'lost' }]);
  finishIndex();
  await nextTurn();
  expect(started).toEqual(['indexing']);
});

import { rename, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Database, writeSynced } from '../../src/adapters/level/database.ts';
import type { Write } from '../../src/adapters/records/pending-writes.ts';
import { collect } from './collect.ts';
import { levelStoresForEachTest, putGroups } from './level-stores.ts';
import { aGroup } from './opened-store.ts';

const stores = levelStoresForEachTest();

describe('A write that the disk refuses', () => {
  /** A disk that tells of a failure while `broken` is set, though the writes reach it where `lands` is set too. */
  function createDisk() {
    const databases: Database[] = [];
    const disk = {
      broken: false,
      lands: false,
      databases,
      write: async (database: Database, writes: readonly Write[]) => {
        databases.push(database);
        if (!disk.broken || disk.lands) await writeSynced(database, writes);
        if (disk.broken) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      },
    };
    return disk;
  }

  const refusal = {
    name: 'RepositoryError',
    code: 'StorageFailed',
    message: expect.stringContaining('the disk is full'),
  };

  test('is not acknowledged and leaves nothing', async () => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    await putGroups(store, 'before');
    disk.broken = true;
    let ran = false;
    const failing = store.change(async (change) => {
      change.groups.put('lost', aGroup('lost'));
      change.afterCommit(() => {
        ran = true;
      });
    });
    await expect(failing).rejects.toMatchObject(refusal);
    expect(ran).toBe(false);
    expect(store.lastCommit).toBe(1);
    expect(await collect(store.groups.keys())).toEqual(['before']);
    expect(await store.change((change) => change.groups.has('lost'))).toBe(false);
  });

  test('is followed by others only after LevelDB was closed and opened again', async () => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    disk.broken = true;
    await expect(putGroups(store, 'lost')).rejects.toMatchObject(refusal);
    disk.broken = false;
    await putGroups(store, 'after');
    const [failed, next] = disk.databases;
    expect(next).not.toBe(failed);
    expect(failed?.status).toBe('closed');
    expect(store.problem).toBeUndefined();
    await store.close();
    const again = await stores.open({ create: false });
    expect(await collect(again.groups.keys())).toEqual(['after']);
    expect(await collect(again.changesSince(0))).toMatchObject([{ keys: [['groups', 'after']] }]);
  });

  test('leaves the reads as they were until the disk is back', async () => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    await putGroups(store, 'before');
    disk.broken = true;
    await expect(putGroups(store, 'lost')).rejects.toMatchObject(refusal);
    expect(await collect(store.groups.keys())).toEqual(['before']);
    expect(await store.groups.get('before')).toEqual(aGroup('of before'));
    expect(disk.databases[0]?.status).toBe('open');
  });

  test('takes all with it that waited or built on it, and no commit number is given twice', async () => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    await putGroups(store, 'counter');
    disk.broken = true;
    const failing = await Promise.allSettled(
      Array.from({ length: 25 }, async (_, index) => {
        for (let turn = 0; turn < index % 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        await putGroups(store, `lost ${index}`);
      }),
    );
    expect(failing.every(({ status }) => status === 'rejected')).toBe(true);
    disk.broken = false;
    await Promise.all(Array.from({ length: 5 }, (_, index) => putGroups(store, `kept ${index}`)));
    await store.close();
    const again = await stores.open({ create: false });
    expect(await collect(again.groups.keys())).toEqual(['counter', ...[0, 1, 2, 3, 4].map((index) => `kept ${index}`)]);
    const numbers = (await collect(again.changesSince(0))).map(({ commit }) => commit);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    expect(numbers).toHaveLength(6);
  });

  const succeed = async (): Promise<void> => undefined;
  const fail = async (): Promise<void> => {
    throw new Error('It read a record that was taken back');
  };

  test.for([
    ['that would have succeeded', succeed],
    ['that fails', fail],
  ] as const)('refuses a running change %s for the same reason', async ([, end]) => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    disk.broken = true;
    const failing = putGroups(store, 'lost');
    const running = store.change(async (change) => {
      await expect(failing).rejects.toMatchObject(refusal);
      change.groups.put('running', aGroup('running'));
      await end();
    });
    await expect(running).rejects.toMatchObject(refusal);
    disk.broken = false;
    await putGroups(store, 'after');
    expect(await collect(store.groups.keys())).toEqual(['after']);
  });

  test('may have landed all the same: then it is not acknowledged, but followers hear of it', async () => {
    const disk = createDisk();
    const store = await stores.open({ write: disk.write });
    disk.broken = true;
    disk.lands = true;
    const heard: string[] = [];
    const told: string[] = [];
    store.onCommit((_, key) => told.push(key));
    const failing = store.change(async (change) => {
      change.groups.put('landed', aGroup('landed'));
      change.afterCommit(() => {
        heard.push('landed');
      });
    });
    await expect(failing).rejects.toMatchObject(refusal);
    expect(store.problem).toContain('the disk is full');
    disk.broken = false;
    await putGroups(store, 'after');
    expect(heard).toEqual(['landed']);
    expect(told).toEqual(['landed', 'after']);
    expect(await store.groups.has('landed')).toBe(true);
    expect((await collect(store.changesSince(0))).map(({ commit }) => commit)).toEqual([1, 2]);
  });

  test('on a disk that stays away sets the problem, until the disk is back', async () => {
    const away = `${stores.directory} away`;
    let goes = true;
    const store = await stores.open({
      write: async (database, writes) => {
        if (!goes) return writeSynced(database, writes);
        goes = false;
        await rename(stores.directory, away);
        throw new Error('EIO: input/output error');
      },
    });
    await expect(putGroups(store, 'lost')).rejects.toMatchObject({ code: 'StorageFailed' });
    expect(store.problem).toContain('cannot be written to');
    await expect(putGroups(store, 'refused')).rejects.toMatchObject({ code: 'StorageFailed' });
    await rm(stores.directory, { recursive: true, force: true });
    await rename(away, stores.directory);
    await putGroups(store, 'back');
    expect(store.problem).toBeUndefined();
    expect(await collect(store.groups.keys())).toEqual(['back']);
  });
});

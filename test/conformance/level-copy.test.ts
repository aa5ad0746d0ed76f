import { expect, test } from 'vitest';
import { openLevelStore } from '../../src/adapters/level/store.ts';
import type { Store } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { levelStoresForEachTest, putGroups } from './level-stores.ts';
import { aGroup } from './opened-store.ts';
import { createRecordingLog } from './recording-log.ts';

const stores = levelStoresForEachTest();

async function openCopy(name: string): Promise<Store> {
  const [directory, commitFile] = [`${stores.directory}-${name}`, `${stores.commitFile}-${name}`];
  return openLevelStore({ directory, create: false, commitFile, log: createRecordingLog() });
}

/** All names of groups, with the change that wrote each, by the log of changes. */
async function changesOf(store: Store): Promise<Map<string, number>> {
  const changes = new Map<string, number>();
  for (const { commit, keys } of await collect(store.changesSince(0)))
    for (const [, key] of keys) changes.set(key, commit);
  return changes;
}

test('A copy has the same records and the same change log, and is a store of its own', async () => {
  const store = await stores.open();
  await putGroups(store, 'a', 'ü', `${'long '.repeat(40)}ö`);
  await store.copyTo(`${stores.directory}-copy`);
  const copy = await openCopy('copy');
  try {
    expect(copy.damage).toEqual([]);
    expect(copy.lastCommit).toBe(store.lastCommit);
    expect(await collect(copy.groups.entries())).toEqual(await collect(store.groups.entries()));
    expect(await collect(copy.changesSince(0))).toEqual(await collect(store.changesSince(0)));
    await putGroups(copy, 'only here');
    expect(await store.groups.has('only here')).toBe(false);
  } finally {
    await copy.close();
  }
});

test('A copy that is made while eight write has every change up to its last one, and none after it', async () => {
  const store = await stores.open();
  let isDone = false;
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isDone; count += 1) await putGroups(store, `${writer}-${count}`);
  };
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
  for (let count = 0; count < 3000; count += 100) {
    await store.change(async (change) => {
      for (let at = count; at < count + 100; at += 1) change.groups.put(`before-${at}`, aGroup('x'.repeat(500)));
    });
  }
  const names = ['one', 'two', 'three'];
  const starts: number[] = [];
  for (const name of names) {
    starts.push(store.lastCommit);
    await store.copyTo(`${stores.directory}-${name}`);
    // No write has waited for the copy.
    expect(store.lastCommit).toBeGreaterThan(starts.at(-1) ?? 0);
  }
  isDone = true;
  await Promise.all(writers);
  const all = await changesOf(store);
  for (const [at, name] of names.entries()) {
    const copy = await openCopy(name);
    try {
      expect(copy.damage).toEqual([]);
      expect(copy.lastCommit).toBeGreaterThanOrEqual(starts[at] ?? 0);
      expect(copy.lastCommit).toBeLessThan(store.lastCommit);
      const expected = [...all].filter(([, commit]) => commit <= copy.lastCommit).map(([key]) => key);
      expect((await collect(copy.groups.keys())).toSorted()).toEqual(expected.toSorted());
    } finally {
      await copy.close();
    }
  }
});

import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { levelStoresForEachTest, putGroups } from './level-stores.ts';
import { aGroup } from './opened-store.ts';

const stores = levelStoresForEachTest();

const keysOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `key ${index}`);

/** Leaves a store as a process that was killed does: its last changes are in the log. */
async function leaveUnclosed(keys: readonly string[]): Promise<void> {
  const store = await stores.open();
  for (const key of keys) await putGroups(store, key);
  const copy = `${stores.directory} copy`;
  await cp(stores.directory, copy, { recursive: true });
  await store.close();
  await rm(stores.directory, { recursive: true });
  await cp(copy, stores.directory, { recursive: true });
}

/** Leaves a store whose rows are in tables. */
async function leaveInTables(keys: readonly string[]): Promise<void> {
  const store = await stores.open();
  for (const key of keys) await putGroups(store, key);
  await store.close();
  // Opening moves the log into a table.
  await (await stores.open({ create: false })).close();
}

async function largest(ending: string): Promise<string> {
  const names = (await readdir(stores.directory)).filter((name) => name.endsWith(ending));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(stores.directory, name))).size));
  return join(stores.directory, names[sizes.indexOf(Math.max(...sizes))] ?? '');
}

async function flipBit(path: string, place: (length: number) => number): Promise<void> {
  const bytes = await readFile(path);
  const at = place(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  await writeFile(path, bytes);
}

const snapshot = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(stores.directory))
        .filter((name) => /\.(?:ldb|log)$|^MANIFEST|^CURRENT/.test(name))
        .map(async (name) => [name, (await readFile(join(stores.directory, name))).toString('base64')] as const),
    ),
  );

async function expectReadOnly(store: Store, problem: RegExp): Promise<void> {
  expect(store.problem).toMatch(problem);
  expect(store.damage.length).toBeGreaterThan(0);
  await expect(putGroups(store, 'new')).rejects.toMatchObject({
    name: 'RepositoryError',
    code: 'Unavailable',
    message: expect.stringMatching(/read-only.*accept the loss/),
  });
}

/** All keys that are there; each with the value that was written. */
async function readableKeys(store: Store): Promise<string[]> {
  const entries = await collect(store.groups.entries());
  for (const [key, value] of entries) expect(value).toEqual(aGroup(`of ${key}`));
  return entries.map(([key]) => key);
}

const keys = keysOf(300);

describe('A flipped bit in the log', () => {
  test('makes the store read-only, and nothing of it is changed', async () => {
    await leaveUnclosed(keys);
    await flipBit(await largest('.log'), (length) => Math.floor(length / 2));
    const before = await snapshot();
    for (let start = 0; start < 2; start += 1) {
      const store = await stores.open({ create: false });
      await expectReadOnly(store, /\.log: the log is damaged/);
      expect((await readableKeys(store)).length).toBe(keys.length - 1);
      await store.close();
      expect(await snapshot()).toEqual(before);
    }
  });

  test('in the last change is told from a change that was cut off', async () => {
    await leaveUnclosed(keys);
    await flipBit(await largest('.log'), (length) => length - 20);
    await expectReadOnly(await stores.open({ create: false }), /\.log: the log is damaged/);
  });

  test.each([
    ['the checksum', 0],
    ['the length', 4],
    ['the type', 6],
  ])('in %s of a record loses that record alone', async (_, offset) => {
    await leaveUnclosed(keys);
    await flipBit(await largest('.log'), () => offset);
    const store = await stores.open({ create: false });
    await expectReadOnly(store, /\.log: the log is damaged/);
    expect((await readableKeys(store)).length).toBe(keys.length - 1);
  });

  test('can be accepted: a report names what is missing, and the store can be changed', async () => {
    await leaveUnclosed(keys);
    const damaged = await largest('.log');
    await flipBit(damaged, (length) => Math.floor(length / 2));
    const bytes = await readFile(damaged);
    const into = `${stores.directory} accepted`;
    const store = await stores.open({ create: false, acceptLossInto: into });
    expect(store.problem).toBeUndefined();
    await putGroups(store, 'new');
    const last = store.lastCommit;
    // Followers must look at everything: nobody knows what the missing change touched.
    await expect(collect(store.changesSince(keys.length))).rejects.toMatchObject({ name: 'TrimmedChanges' });
    const report = JSON.parse(await readFile(`${into}.json`, 'utf8')) as Record<string, unknown>;
    const [[first, end]] = report['missingChanges'] as [[number, number]];
    expect(first).toBe(end);
    expect(report).toMatchObject({
      damage: expect.arrayContaining([{ place: damaged, message: expect.stringContaining('damaged') }]),
      lastChangeInStore: keys.length,
      damagedRecords: [],
      remainingRecords: { groups: keys.length - 1 },
    });
    const [kept = ''] = await readdir(into);
    expect(await readFile(join(into, kept))).toEqual(bytes);
    await store.close();
    const again = await stores.open({ create: false });
    expect(again.problem).toBeUndefined();
    expect(again.damage).toEqual([]);
    expect(again.lastCommit).toBe(last);
    expect((await readableKeys(again)).length).toBe(keys.length);
  });
});

describe('The end of a log that a power cut left is no damage', () => {
  const tails: readonly (readonly [string, (path: string, length: number) => Promise<void>])[] = [
    ['cut off', (path, length) => truncate(path, length - 20)],
    ['cut off in a header', (path, length) => truncate(path, length - 150)],
    [
      'of zeros',
      async (path, length) => {
        await truncate(path, length - 60);
        await truncate(path, length);
      },
    ],
    [
      'with zeros behind it',
      async (path, length) => {
        await truncate(path, length - 20);
        await truncate(path, length + 10_000);
      },
    ],
  ];

  test.each(tails)('%s', async (_, tear) => {
    await leaveUnclosed(keys);
    // Nothing says that these changes were acknowledged.
    await writeFile(stores.commitFile, '10\n');
    const path = await largest('.log');
    await tear(path, (await stat(path)).size);
    const store = await stores.open({ create: false });
    expect(store.problem).toBeUndefined();
    await putGroups(store, 'new');
    expect((await readableKeys(store)).length).toBeGreaterThan(keys.length - 2);
  });
});

describe('A table', () => {
  const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
    ['with a flipped bit among its rows', (path) => flipBit(path, (length) => Math.floor(length / 3))],
    ['with a flipped bit in its footer', (path) => flipBit(path, (length) => length - 3)],
    ['that was cut off', (path) => truncate(path, 2_000)],
    ['that is gone', (path) => rm(path)],
  ];

  test.each(damages)('%s makes the store read-only, and no value is wrong', async (_, damage) => {
    await leaveInTables(keys);
    const path = await largest('.ldb');
    await damage(path);
    const before = await snapshot();
    const store = await stores.open({ create: false });
    await expectReadOnly(store, new RegExp(`${path.split('/').at(-1)}: .*table`));
    await readableKeys(store);
    await store.close();
    expect(await snapshot()).toEqual(before);
  });

  test.each(damages)('%s can be accepted', async (_, damage) => {
    await leaveInTables(keys);
    const path = await largest('.ldb');
    await damage(path);
    const into = `${stores.directory} accepted`;
    const store = await stores.open({ create: false, acceptLossInto: into });
    await putGroups(store, 'new');
    const there = await readableKeys(store);
    expect(JSON.parse(await readFile(`${into}.json`, 'utf8'))).toMatchObject({
      damage: expect.arrayContaining([{ place: path, message: expect.stringContaining('table') }]),
    });
    await store.close();
    const again = await stores.open({ create: false });
    expect(again.problem).toBeUndefined();
    expect(await readableKeys(again)).toEqual(there);
  });
});

describe('Beside the tables and the log', () => {
  test('a commit file without a number makes the store read-only', async () => {
    await leaveInTables(keys);
    await writeFile(stores.commitFile, '3OO\n');
    const store = await stores.open({ create: false });
    await expectReadOnly(store, /does not contain the number/);
    await store.close();
    expect(await readFile(stores.commitFile, 'utf8')).toBe('3OO\n');
    const accepted = await stores.open({ create: false, acceptLossInto: `${stores.directory} accepted` });
    await putGroups(accepted, 'new');
    await accepted.close();
    expect((await stores.open({ create: false })).problem).toBeUndefined();
    // No file was damaged, so none was moved.
    const report: unknown = JSON.parse(await readFile(`${stores.directory} accepted.json`, 'utf8'));
    expect(report).toMatchObject({ damagedFilesIn: null });
  });

  test('a log that is gone makes the store read-only', async () => {
    await leaveUnclosed(keys);
    await rm(await largest('.log'));
    await writeFile(stores.commitFile, '0\n');
    await expectReadOnly(await stores.open({ create: false }), /\.log: the log of the last changes is missing/);
  });

  test('a gap in the numbers of the changes makes the store read-only', async () => {
    await leaveUnclosed(keys);
    // Whole records are missing, and what is left is whole: as a file system does that loses a block.
    const path = await largest('.log');
    const bytes = await readFile(path);
    const second = 7 + bytes.readUInt16LE(4);
    await writeFile(path, bytes.subarray(second, 20_000));
    const store = await stores.open({ create: false });
    await expectReadOnly(store, /missing|damaged/);
  });

  test('a damaged descriptor is named, and nothing is opened', async () => {
    await leaveInTables(keys);
    const name = (await readdir(stores.directory)).find((one) => one.startsWith('MANIFEST')) ?? '';
    await flipBit(join(stores.directory, name), () => 30);
    await expect(stores.open({ create: false })).rejects.toThrow(`${name} is damaged`);
  });

  test('a store that is whole is no loss to accept', async () => {
    await leaveInTables(keys);
    const into = `${stores.directory} accepted`;
    const store = await stores.open({ create: false, acceptLossInto: into });
    expect(store.damage).toEqual([]);
    await expect(stat(`${into}.json`)).rejects.toThrow('ENOENT');
    await expect(stat(into)).rejects.toThrow('ENOENT');
  });
});

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Level } from 'level';
import { describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/adapters/level/database.ts';
import { collect } from './collect.ts';
import { levelStoresForEachTest, putGroups } from './level-stores.ts';
import { aGroup } from './opened-store.ts';

const stores = levelStoresForEachTest();

/** Works on the closed store behind the back of the adapter. */
async function tamper(work: (raw: Database) => Promise<void>): Promise<void> {
  const raw: Database = new Level(stores.directory, {
    keyEncoding: 'utf8',
    valueEncoding: 'buffer',
    createIfMissing: false,
  });
  await raw.open();
  try {
    await work(raw);
  } finally {
    await raw.close();
  }
}

/** The stored key that ends in `name`, which must be just one. */
async function rawKey(raw: Database, name: string): Promise<string> {
  const keys = (await raw.keys().all()).filter((key) => key.endsWith(name));
  expect(keys).toHaveLength(1);
  return keys[0] ?? '';
}

async function flip(name: string, position: (length: number) => number): Promise<void> {
  await tamper(async (raw) => {
    const key = await rawKey(raw, name);
    const value = Buffer.from((await raw.get(key)) ?? '');
    const at = position(value.length);
    value.writeUInt8(value.readUInt8(at) ^ 1, at);
    await raw.put(key, value);
  });
}

describe('A damaged record', () => {
  const positions: readonly (readonly [string, (length: number) => number])[] = [
    ['at its beginning', () => 0],
    ['in its checksum', () => 3],
    ['in its middle', (length) => Math.floor(length / 2)],
    ['at its end', (length) => length - 1],
  ];

  test.each(positions)('with a flipped bit %s is never given out', async (_place, position) => {
    const store = await stores.open();
    await putGroups(store, 'alpha', 'beta');
    await store.close();
    await flip('beta', position);
    const damaged = await stores.open({ create: false });
    const refusal = { name: 'DamagedRecord', kind: 'groups', key: 'beta' };
    await expect(damaged.groups.get('beta')).rejects.toMatchObject(refusal);
    await expect(damaged.groups.getMany(['alpha', 'beta'])).rejects.toMatchObject(refusal);
    await expect(collect(damaged.groups.entries())).rejects.toMatchObject(refusal);
    await expect(damaged.change((change) => change.groups.get('beta'))).rejects.toMatchObject(refusal);
  });

  test('leaves the others readable, and can be replaced', async () => {
    const store = await stores.open();
    await putGroups(store, 'alpha', 'beta');
    await store.close();
    await flip('beta', (length) => length - 1);
    const damaged = await stores.open({ create: false });
    expect(await damaged.groups.get('alpha')).toEqual(aGroup('of alpha'));
    expect(await collect(damaged.groups.keys())).toEqual(['alpha', 'beta']);
    await putGroups(damaged, 'beta');
    expect(await damaged.groups.get('beta')).toEqual(aGroup('of beta'));
  });

  test('is also one that stands under a key that is not its own', async () => {
    const store = await stores.open();
    await putGroups(store, 'alpha', 'beta');
    await store.close();
    await tamper(async (raw) => {
      const record = (await raw.get(await rawKey(raw, 'alpha'))) ?? Buffer.alloc(0);
      await raw.put(await rawKey(raw, 'beta'), record);
    });
    await expect((await stores.open({ create: false })).groups.get('beta')).rejects.toMatchObject({
      name: 'DamagedRecord',
    });
  });

  test('is also one of which hardly anything is left', async () => {
    const store = await stores.open();
    await putGroups(store, 'alpha');
    await store.close();
    await tamper(async (raw) => raw.put(await rawKey(raw, 'alpha'), Buffer.from([1])));
    await expect((await stores.open({ create: false })).groups.get('alpha')).rejects.toMatchObject({
      name: 'DamagedRecord',
    });
  });
});

describe('Opening', () => {
  test('refuses a folder without a store unless a new one is wanted', async () => {
    await mkdir(stores.directory);
    await expect(stores.open({ create: false })).rejects.toThrow();
    await expect(stores.open({ create: false })).rejects.toThrow();
    const made = await stores.open({ create: true });
    await putGroups(made, 'a');
    await made.close();
    expect(await (await stores.open({ create: false })).groups.has('a')).toBe(true);
  });

  test('refuses where not even a folder is', async () => {
    await expect(stores.open({ create: false })).rejects.toThrow();
  });

  test('of a store that lost changes lets nobody change it, and still reads', async () => {
    const store = await stores.open();
    await putGroups(store, 'a');
    await store.close();
    expect(await readFile(stores.commitFile, 'utf8')).toMatch(/^crc32c:[0-9a-f]{8} 1\n$/);
    await writeFile(stores.commitFile, '5\n');
    const behind = await stores.open({ create: false });
    expect(behind.problem).toContain('changes 2 to 5');
    await expect(putGroups(behind, 'b')).rejects.toMatchObject({ name: 'RepositoryError', code: 'Unavailable' });
    expect(await collect(behind.groups.keys())).toEqual(['a']);
    await behind.close();
    expect((await readFile(stores.commitFile, 'utf8')).trim()).toBe('5');
  });

  test('with a commit file whose checksum does not match, or that is cut, lets nobody change the store', async () => {
    const store = await stores.open();
    await putGroups(store, 'a');
    await store.close();
    const whole = await readFile(stores.commitFile, 'utf8');
    const others = [whole.replace(/1\n$/, '0\n'), ...Array.from(whole.trim(), (_, end) => whole.slice(0, end))];
    for (const text of others) {
      await writeFile(stores.commitFile, text);
      const damaged = await stores.open({ create: false });
      expect(damaged.problem, JSON.stringify(text)).toContain('does not contain the number of the last change');
      await damaged.close();
    }
    await writeFile(stores.commitFile, whole);
    expect((await stores.open({ create: false })).problem).toBeUndefined();
  });

  test('finds the number of a store that was not closed in the file soon after its last change', async () => {
    const store = await stores.open();
    await putGroups(store, 'a');
    await putGroups(store, 'b');
    // The saves before took five seconds to begin; this waits for less.
    await vi.waitFor(async () => expect(await readFile(stores.commitFile, 'utf8')).toMatch(/ 2\n$/), 120_000);
  });

  test('of a store that is ahead of the number beside it is fine', async () => {
    const store = await stores.open();
    await putGroups(store, 'a');
    await putGroups(store, 'b');
    await store.close();
    await writeFile(stores.commitFile, '1\n');
    const ahead = await stores.open({ create: false });
    expect(ahead.problem).toBeUndefined();
    await putGroups(ahead, 'c');
    expect(ahead.lastCommit).toBe(3);
  });
});

describe('A check of an open store', () => {
  test('finds no damage where tables come and go meanwhile', async () => {
    const store = await stores.open();
    let isWriting = true;
    let checks = 0;
    const checking = (async () => {
      while (isWriting) {
        await store.check();
        checks += 1;
      }
    })();
    // Some 40 MB: more than twice what LevelDB keeps in its log.
    for (let round = 0; round < 60; round += 1) {
      await store.change(async (change) => {
        for (let index = 0; index < 40; index += 1) {
          change.groups.put(`${(round * 7 + index * 13) % 500}`, aGroup(randomBytes(8192).toString('hex')));
        }
      });
    }
    isWriting = false;
    await checking;
    expect(checks).toBeGreaterThan(0);
    expect(store.damage).toEqual([]);
  });

  test('finds a damaged table', async () => {
    const store = await stores.open();
    await putGroups(store, ...Array.from({ length: 1000 }, (_, index) => `group ${index}`));
    await store.close();
    // Opening it moves what is in the log into a table.
    const again = await stores.open({ create: false });
    const name = (await readdir(stores.directory)).find((each) => each.endsWith('.ldb')) ?? '';
    const table = join(stores.directory, name);
    await flipIn(table, 1000);
    await again.check();
    expect(again.damage).toMatchObject([{ location: table }]);
    expect(again.problem).toContain(table);
  });

  test('finds a damaged log', async () => {
    const store = await stores.open();
    for (let index = 0; index < 20; index += 1) await putGroups(store, `group ${index}`);
    const log = join(stores.directory, (await readdir(stores.directory)).find((each) => each.endsWith('.log')) ?? '');
    await flipIn(log, 500);
    await store.check();
    expect(store.damage).toMatchObject([{ location: log, message: expect.stringContaining('the log is damaged') }]);
  });

  const manifestName = async () => (await readFile(join(stores.directory, 'CURRENT'), 'utf8')).trim();

  test.for([
    ['the manifest is damaged', async () => flipIn(join(stores.directory, await manifestName()), 8)],
    ['the manifest is missing', async () => rm(join(stores.directory, await manifestName()))],
    ['CURRENT is missing', () => rm(join(stores.directory, 'CURRENT'))],
  ] as const)('rejects if %s', async ([, harm]) => {
    const store = await stores.open();
    await putGroups(store, 'a', 'b');
    await harm();
    await expect(store.check()).rejects.toMatchObject({
      code: 'StorageFailed',
      message: expect.stringMatching(/^The metadata store could not be checked: .*(?:damaged|no manifest)/),
    });
  });
});

async function flipIn(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(path, bytes);
}

import { afterEach, describe, expect, test } from 'vitest';
import { openPostgresStore, type PostgresStore } from '../../src/adapters/postgres/store.ts';
import { logKey } from '../../src/adapters/records/keys.ts';
import { DamagedRecord } from '../../src/ports/store.ts';
import { collect } from '../conformance/collect.ts';
import { putGroups } from '../conformance/level-stores.ts';
import { aGroup } from '../conformance/opened-store.ts';
import { createRecordingLog } from '../conformance/recording-log.ts';
import { postgresForFile } from './postgres-for-file.ts';

const postgres = postgresForFile();

async function* nothing(): AsyncGenerator<[string, Buffer]> {}

let opened: PostgresStore[] = [];
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
});

interface Options {
  readonly acknowledged?: number;
  readonly acceptLoss?: boolean;
}

async function open(url: string, options: Options = {}): Promise<PostgresStore> {
  const log = createRecordingLog();
  const store = await openPostgresStore({ address: { url }, acknowledged: 0, whenEmpty: nothing, log, ...options });
  opened.push(store);
  return store;
}

const schemaOf = (url: string): string => /search_path%3D(\w+)/.exec(url)?.[1] ?? '';

/** Ends the connection that writes, as a firewall would. */
const cutWriter = () =>
  postgres().query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`);

describe('A store in PostgreSQL', () => {
  test('is not opened by a second process while it is open, and is afterwards', async () => {
    const url = await postgres().newSchema();
    const first = await open(url);
    await expect(open(url)).rejects.toThrow('Another edu-repo server uses the same schema of the database');
    await putGroups(first, 'a');
    await first.close();
    expect(await (await open(url)).groups.has('a')).toBe(true);
  });

  test('shares a database with stores in other schemas', async () => {
    const [one, other] = [await open(await postgres().newSchema()), await open(await postgres().newSchema())];
    await putGroups(one, 'a');
    expect(await other.groups.has('a')).toBe(false);
  });

  test('writes again by itself after its connection was cut', async () => {
    const store = await open(await postgres().newSchema());
    await putGroups(store, 'a');
    await cutWriter();
    await expect
      .poll(() =>
        putGroups(store, 'b').then(
          () => 'written',
          () => 'refused',
        ),
      )
      .toBe('written');
    expect(store.problem).toBeUndefined();
    expect(await store.groups.getMany(['a', 'b'])).toEqual([aGroup('of a'), aGroup('of b')]);
    expect((await collect(store.changesSince(0))).map(({ commit }) => commit)).toEqual([1, 2]);
  });

  test('answers nothing any more if another process has owned it meanwhile', async () => {
    const url = await postgres().newSchema();
    const store = await open(url);
    await putGroups(store, 'a');
    // What another process does when it starts.
    await postgres().query(`update ${schemaOf(url)}.store_owner set token = gen_random_uuid()`);
    await cutWriter();
    await expect.poll(() => store.problem).toContain('Another edu-repo server has used the database');
    const refused = { code: 'Unavailable', details: { retryAfter: null } };
    await expect(putGroups(store, 'b')).rejects.toMatchObject(refused);
    await expect(store.people.get('anybody')).rejects.toMatchObject(refused);
    await expect(collect(store.groups.keys())).rejects.toMatchObject(refused);
  });

  test('writes nothing over a connection whose right has gone', async () => {
    const url = await postgres().newSchema();
    const store = await open(url);
    await postgres().query(`update ${schemaOf(url)}.store_owner set token = gen_random_uuid()`);
    await expect(putGroups(store, 'a')).rejects.toThrow();
    const { rows } = await postgres().query(`select count(*)::integer as records from ${schemaOf(url)}.records`);
    expect(rows).toEqual([{ records: 0 }]);
  });

  test('reports changes that were answered and are missing, and is read-only until that is accepted', async () => {
    const url = await postgres().newSchema();
    const before = await open(url);
    for (const key of ['a', 'b', 'c']) await putGroups(before, key);
    await before.close();
    await postgres().query(`delete from ${schemaOf(url)}.records where key = $1`, [Buffer.from(logKey(3))]);
    const store = await open(url, { acknowledged: 3 });
    expect(store.damage).toMatchObject([{ message: expect.stringContaining('change 3 is missing') }]);
    await expect(putGroups(store, 'd')).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await store.groups.has('a')).toBe(true);
    await store.close();
    const accepted = await open(url, { acknowledged: 3, acceptLoss: true });
    expect(accepted.damage).toEqual([]);
    await putGroups(accepted, 'd');
    expect(accepted.lastCommit).toBeGreaterThan(3);
    await expect(collect(accepted.changesSince(2))).rejects.toThrow('has been trimmed');
  });

  test('never takes a record with flipped bits for data', async () => {
    const url = await postgres().newSchema();
    const store = await open(url);
    await putGroups(store, 'a', 'b');
    const flip = `update ${schemaOf(url)}.records set value = set_byte(value, 9, get_byte(value, 9) # 1) where key = $1`;
    await postgres().query(flip, [Buffer.from('groups!a')]);
    await expect(store.groups.get('a')).rejects.toThrow(DamagedRecord);
    await expect(collect(store.groups.entries())).rejects.toThrow(DamagedRecord);
    expect(await store.groups.get('b')).toEqual(aGroup('of b'));
  });

  test('a long range is read as it was at one time', async () => {
    const store = await open(await postgres().newSchema());
    const keys = Array.from({ length: 2_000 }, (_, index) => `key ${String(index).padStart(4, '0')}`);
    await putGroups(store, ...keys);
    const seen: string[] = [];
    for await (const key of store.groups.keys()) {
      if (seen.length === 100) {
        await store.change(async (change) => {
          change.groups.delete('key 1999');
          change.groups.put('key 1000a', aGroup('new'));
        });
      }
      seen.push(key);
    }
    expect(seen).toEqual(keys);
  });
});

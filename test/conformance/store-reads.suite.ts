import { describe, expect, test } from 'vitest';
import type { NodeId } from '../../src/base/ids.ts';
import { firstVersion } from '../../src/domain/nodes/version-number.ts';
import type { Store } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { aGroup, type OpenStore, storeForEachTest } from './opened-store.ts';

const fill = (store: Store, keys: readonly string[]) =>
  store.change(async (change) => {
    for (const key of keys) change.groups.put(key, aGroup(`of ${key}`));
  });

const oddKeys = [
  'a/b',
  'a//b',
  '/',
  '!',
  'a!b',
  '\u00e4',
  'a\u0308',
  '😀',
  '\uff21',
  '\uffff',
  '\u{10ffff}',
  '__proto__',
  'constructor',
  'toString',
  '..',
  ' ',
  'Datei',
  'datei',
  '0',
  '1',
  '10',
  '2',
  'ü'.repeat(127),
  'x'.repeat(255),
];

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

export function describeReads(open: OpenStore): void {
  describe('reading', () => {
    const opened = storeForEachTest(open);

    test('a new store has nothing', async () => {
      const { store } = opened();
      expect(await store.groups.get('a')).toBeUndefined();
      expect(await store.groups.has('a')).toBe(false);
      expect(await collect(store.groups.entries())).toEqual([]);
      expect(await collect(store.changesSince(0))).toEqual([]);
      expect(store.lastCommit).toBe(0);
      expect(store.problem).toBeUndefined();
    });

    test('what a change has put is there, and nothing else', async () => {
      const { store } = opened();
      await fill(store, ['a']);
      expect(await store.groups.get('a')).toEqual(aGroup('of a'));
      expect(await store.groups.has('a')).toBe(true);
      expect(await store.groups.get('A')).toBeUndefined();
      expect(await store.groups.has('')).toBe(false);
      expect(await store.memberships.get('a')).toBeUndefined();
    });

    test('several records come in the order of the keys that were asked for, with gaps where nothing is', async () => {
      const { store } = opened();
      await fill(store, ['a', 'b']);
      expect(await store.groups.getMany(['b', 'none', 'a', 'b'])).toEqual([
        aGroup('of b'),
        undefined,
        aGroup('of a'),
        aGroup('of b'),
      ]);
      expect(await store.groups.getMany([])).toEqual([]);
      expect(await store.groups.getNow('b')).toEqual(aGroup('of b'));
      expect(await store.groups.getNow('none')).toBeUndefined();
    });

    test('equal keys of different kinds are different records', async () => {
      const { store } = opened();
      await store.change(async (change) => {
        change.groups.put('same', aGroup('group'));
        change.memberships.put('same', { since: '2020-01-01T00:00:00.000Z' });
        change.purges.put('same', { at: '2021-01-01T00:00:00.000Z' });
      });
      await store.change(async (change) => change.purges.delete('same'));
      expect(await store.groups.get('same')).toEqual(aGroup('group'));
      expect(await store.memberships.get('same')).toEqual({ since: '2020-01-01T00:00:00.000Z' });
      expect(await store.purges.get('same')).toBeUndefined();
      expect(await collect(store.groups.keys())).toEqual(['same']);
    });

    test('keys sort by the bytes of UTF-8, so emoji stand behind full-width letters', async () => {
      const { store } = opened();
      await fill(store, ['😀', '\uff21', 'z', '\u00e4']);
      expect(await collect(store.groups.keys())).toEqual(['z', '\u00e4', '\uff21', '😀']);
    });

    test('odd keys stay apart and keep their records', async () => {
      const { store } = opened();
      await fill(store, oddKeys);
      const sorted = oddKeys.toSorted(byBytes);
      expect(await collect(store.groups.keys())).toEqual(sorted);
      expect(await store.groups.getMany(oddKeys)).toEqual(oddKeys.map((key) => aGroup(`of ${key}`)));
      expect(await collect(store.groups.entries())).toEqual(sorted.map((key) => [key, aGroup(`of ${key}`)]));
    });

    test('a long key of wide characters is found after a short one, wherever its bytes end', async () => {
      const { store } = opened();
      const keys = [0, 1, 2, 3].map((shift) => 'x'.repeat(shift) + '😀'.repeat(60));
      await fill(store, keys);
      expect(await store.groups.has('short')).toBe(false);
      for (const key of keys) expect(await store.groups.get(key)).toEqual(aGroup(`of ${key}`));
      await store.change(async (change) => {
        for (const key of keys) expect(await change.groups.has(key)).toBe(true);
      });
    });

    test('a range is limited by prefix, start and count, alone and together', async () => {
      const { store } = opened();
      await fill(store, ['a', 'a/1', 'a/2', 'a/3', 'a/\u{10ffff}', 'a0', 'b/1']);
      const keys = (range: Parameters<typeof store.groups.keys>[0]) => collect(store.groups.keys(range));
      expect(await keys({ prefix: 'a/' })).toEqual(['a/1', 'a/2', 'a/3', 'a/\u{10ffff}']);
      expect(await keys({ prefix: 'a/', after: 'a/1' })).toEqual(['a/2', 'a/3', 'a/\u{10ffff}']);
      expect(await keys({ prefix: 'a/', after: 'a/15' })).toEqual(['a/2', 'a/3', 'a/\u{10ffff}']);
      expect(await keys({ prefix: 'a/', after: 'a' })).toEqual(['a/1', 'a/2', 'a/3', 'a/\u{10ffff}']);
      expect(await keys({ prefix: 'a/', after: 'b' })).toEqual([]);
      expect(await keys({ prefix: 'a/', after: 'a/1', limit: 2 })).toEqual(['a/2', 'a/3']);
      expect(await keys({ after: 'a/3' })).toEqual(['a/\u{10ffff}', 'a0', 'b/1']);
      expect(await keys({ limit: 1 })).toEqual(['a']);
      expect(await keys({ limit: 0 })).toEqual([]);
      expect(await keys({ prefix: 'c' })).toEqual([]);
    });

    test('entries follow the same ranges as keys', async () => {
      const { store } = opened();
      await fill(store, ['a/1', 'a/2', 'a/3', 'b']);
      const entries = await collect(store.groups.entries({ prefix: 'a/', after: 'a/1', limit: 1 }));
      expect(entries).toEqual([['a/2', aGroup('of a/2')]]);
    });

    test('going through a long range can be stopped at any point', async () => {
      const { store } = opened();
      await fill(
        store,
        Array.from({ length: 3000 }, (_, index) => `key ${String(index).padStart(4, '0')}`),
      );
      for await (const key of store.groups.keys()) if (key === 'key 1500') break;
      expect(await collect(store.groups.keys())).toHaveLength(3000);
      expect(await collect(store.groups.keys({ after: 'key 2500', limit: 2 }))).toEqual(['key 2501', 'key 2502']);
    });

    test('what is read can be altered without altering what is stored', async () => {
      const { store } = opened();
      const list = { 'cm:title': ['first'] };
      await store.change(async (change) => {
        change.versions.put('v', aVersion(list));
        list['cm:title'].push('after the put');
      });
      const read = await store.versions.get('v');
      expect(read?.state?.properties).toEqual({ 'cm:title': ['first'] });
      Object.assign(read ?? {}, { state: null });
      expect((await store.versions.get('v'))?.state?.properties).toEqual({ 'cm:title': ['first'] });
    });

    test('properties named like parts of a prototype are kept as they are', async () => {
      const { store } = opened();
      const properties: Record<string, string[]> = JSON.parse('{"__proto__": ["kept"], "constructor": ["too"]}');
      await store.change(async (change) => change.versions.put('v', aVersion(properties)));
      const read = await store.versions.get('v');
      expect(Object.entries(read?.state?.properties ?? {})).toEqual([
        ['__proto__', ['kept']],
        ['constructor', ['too']],
      ]);
      expect(Object.getPrototypeOf(read?.state?.properties)).toBe(Object.prototype);
    });
  });
}

const aVersion = (properties: Record<string, string[]>) => ({
  // Written in the form of a node id.
  node: '00000000-0000-4000-8000-000000000001' as NodeId,
  version: firstVersion,
  comment: '',
  at: '2020-01-01T00:00:00.000Z',
  by: 'admin',
  state: { name: 'any', properties, content: null },
});

import { describe, expect, test } from 'vitest';
import { type Store, TrimmedChanges } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { aGroup, type OpenStore, storeForEachTest } from './opened-store.ts';

const put = (store: Store, key: string) => store.change(async (change) => change.groups.put(key, aGroup(key)));

export function describeChangeLog(open: OpenStore): void {
  describe('following changes', () => {
    const opened = storeForEachTest(open);

    test('a row names each key that was written or deleted, once', async () => {
      const { store } = opened();
      await put(store, 'old');
      await store.change(async (change) => {
        change.groups.put('a/b', aGroup('first'));
        change.groups.put('a/b', aGroup('second'));
        change.groups.delete('old');
        change.memberships.put('!', { since: '2020-01-01T00:00:00.000Z' });
        await change.people.get('only read');
      });
      const [, row] = await collect(store.changesSince(0));
      expect(row?.commit).toBe(store.lastCommit);
      expect(row?.keys.toSorted()).toEqual([
        ['groups', 'a/b'],
        ['groups', 'old'],
        ['memberships', '!'],
      ]);
    });

    test('every change has a number of its own, higher than those before, also when many share a sync', async () => {
      const { store } = opened();
      await Promise.all(Array.from({ length: 50 }, (_, index) => put(store, `key ${index}`)));
      const rows = await collect(store.changesSince(0));
      expect(rows).toHaveLength(50);
      const numbers = rows.map(({ commit }) => commit);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
      expect(numbers[0]).toBeGreaterThan(0);
      expect(numbers.at(-1)).toBe(store.lastCommit);
      expect(new Set(rows.flatMap(({ keys }) => keys.map(([, key]) => key))).size).toBe(50);
    });

    test('the number of an answered change counts as committed', async () => {
      const { store } = opened();
      await put(store, 'a');
      const first = store.lastCommit;
      await put(store, 'b');
      expect(first).toBeGreaterThan(0);
      expect(store.lastCommit).toBeGreaterThan(first);
    });

    test('a follower goes on behind the number that it stopped at', async () => {
      const { store } = opened();
      for (const key of ['a', 'b', 'c', 'd']) await put(store, key);
      const keysSince = async (commit: number) =>
        (await collect(store.changesSince(commit))).map(({ keys }) => keys[0]?.[1]);
      const [, second] = await collect(store.changesSince(0));
      expect(await keysSince(0)).toEqual(['a', 'b', 'c', 'd']);
      expect(await keysSince(second?.commit ?? Number.NaN)).toEqual(['c', 'd']);
      expect(await keysSince(store.lastCommit)).toEqual([]);
      expect(await keysSince(store.lastCommit + 1000)).toEqual([]);
    });

    test('rows stay in the order of their numbers beyond 9, 99 and 999', async () => {
      const { store } = opened();
      await Promise.all(Array.from({ length: 1005 }, (_, index) => put(store, String(index))));
      const numbers = (await collect(store.changesSince(0))).map(({ commit }) => commit);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(numbers).toHaveLength(1005);
    });

    test('a change that writes nothing gets no number and no row, and its tasks have nothing to follow', async () => {
      const { store } = opened();
      await put(store, 'a');
      const before = store.lastCommit;
      const ran: string[] = [];
      await store.change(async (change) => {
        await change.groups.get('a');
        change.afterCommit(() => {
          ran.push('task');
        });
      });
      expect(store.lastCommit).toBe(before);
      expect(await collect(store.changesSince(before))).toEqual([]);
      expect(ran).toEqual([]);
    });

    test('what is forgotten cannot be followed, and all behind it can', async () => {
      const { store } = opened();
      for (const key of ['a', 'b', 'c', 'd']) await put(store, key);
      await store.trimChangeLog(2);
      for (const commit of [0, 1]) await expect(collect(store.changesSince(commit))).rejects.toThrow(TrimmedChanges);
      expect((await collect(store.changesSince(2))).map(({ commit }) => commit)).toEqual([3, 4]);
      expect(await store.groups.get('a')).toEqual(aGroup('a'));
    });

    test('the newest change is never forgotten, and the next one has the next number', async () => {
      const { store } = opened();
      await store.trimChangeLog(10);
      for (const key of ['a', 'b', 'c']) await put(store, key);
      await store.trimChangeLog(1000);
      await store.trimChangeLog(1);
      expect(store.lastCommit).toBe(3);
      expect((await collect(store.changesSince(2))).map(({ commit }) => commit)).toEqual([3]);
      await put(store, 'd');
      expect((await collect(store.changesSince(2))).map(({ commit }) => commit)).toEqual([3, 4]);
    });

    test('many are forgotten while others are written', async () => {
      const { store } = opened();
      await Promise.all(Array.from({ length: 2_500 }, (_, index) => put(store, String(index))));
      const writing = Promise.all(Array.from({ length: 50 }, (_, index) => put(store, `later ${index}`)));
      await Promise.all([store.trimChangeLog(2_400), writing]);
      const numbers = (await collect(store.changesSince(2_400))).map(({ commit }) => commit);
      expect(numbers).toEqual(Array.from({ length: 150 }, (_, index) => 2_401 + index));
    });

    test('a change that failed leaves no row', async () => {
      const { store } = opened();
      const failing = store.change(async (change) => {
        change.groups.put('a', aGroup('a'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await collect(store.changesSince(0))).toEqual([]);
    });
  });

  describe('listening to commits', () => {
    const opened = storeForEachTest(open);

    test('every key that was written or deleted is told before the change is answered', async () => {
      const { store } = opened();
      await put(store, 'old');
      const told: string[] = [];
      store.onCommit((kind, key) => told.push(`${kind} ${key}`));
      await store.change(async (change) => {
        change.groups.put('a/ü', aGroup('first'));
        change.groups.delete('old');
        change.memberships.put('!', { since: '2020-01-01T00:00:00.000Z' });
        expect(told).toEqual([]);
      });
      expect(told.toSorted()).toEqual(['groups a/ü', 'groups old', 'memberships !']);
    });

    test('what is told can be read', async () => {
      const { store } = opened();
      const found: Promise<unknown>[] = [];
      store.onCommit((_, key) => found.push(store.groups.get(key)));
      await Promise.all(Array.from({ length: 20 }, (_, index) => put(store, `key ${index}`)));
      expect(await Promise.all(found)).toEqual(Array.from({ length: 20 }, (_, index) => aGroup(`key ${index}`)));
    });

    test('every listener is told, and none of a change that failed', async () => {
      const { store } = opened();
      const told: string[] = [];
      for (const name of ['one', 'other']) store.onCommit((_, key) => told.push(`${name} ${key}`));
      const failing = store.change(async (change) => {
        change.groups.put('lost', aGroup('lost'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await put(store, 'kept');
      expect(told.toSorted()).toEqual(['one kept', 'other kept']);
    });
  });

  describe('tasks after a commit', () => {
    const opened = storeForEachTest(open);

    test('have run when the change is answered, and find it committed', async () => {
      const { store } = opened();
      const found: unknown[] = [];
      await store.change(async (change) => {
        change.groups.put('a', aGroup('a'));
        change.afterCommit(async () => {
          found.push(await store.groups.get('a'), store.lastCommit);
        });
      });
      expect(found).toEqual([aGroup('a'), store.lastCommit]);
    });

    test('run in the order of the changes, slow ones too', async () => {
      const { store } = opened();
      const order: string[] = [];
      const change = (index: number) =>
        store.change(async (change) => {
          change.groups.put(`key ${index}`, aGroup('any'));
          change.afterCommit(async () => {
            if (index % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
            order.push(`key ${index}`);
          });
          change.afterCommit(() => {
            order.push(`key ${index} again`);
          });
        });
      await Promise.all(Array.from({ length: 20 }, (_, index) => change(index)));
      const rows = await collect(store.changesSince(0));
      expect(order).toEqual(rows.flatMap(({ keys }) => [keys[0]?.[1], `${keys[0]?.[1]} again`]));
    });

    test('do not run when the change failed', async () => {
      const { store } = opened();
      const ran: string[] = [];
      const failing = store.change(async (change) => {
        change.groups.put('a', aGroup('a'));
        change.afterCommit(() => {
          ran.push('task');
        });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await put(store, 'b');
      expect(ran).toEqual([]);
    });

    test('that fail are logged, undo nothing and stop nothing', async () => {
      const { store, messages } = opened();
      const ran: string[] = [];
      await store.change(async (change) => {
        change.groups.put('a', aGroup('a'));
        change.afterCommit(() => {
          throw new Error('thrown');
        });
        change.afterCommit(() => Promise.reject(new Error('rejected')));
        change.afterCommit(() => {
          ran.push('third');
        });
      });
      expect(ran).toEqual(['third']);
      expect(messages).toHaveLength(2);
      expect(await store.groups.get('a')).toEqual(aGroup('a'));
      await put(store, 'b');
      expect(await store.groups.has('b')).toBe(true);
    });
  });
}

import { describe, expect, test } from 'vitest';
import type { Change, Store } from '../../src/ports/store.ts';
import { collect } from './collect.ts';
import { aGroup, type OpenStore, storeForEachTest } from './opened-store.ts';

/** A point that work waits at until the test lets it go on. */
function createGate() {
  let open = () => {};
  let reached = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return {
    open: () => open(),
    arrived,
    pass: () => {
      reached();
      return opened;
    },
  };
}

const put = (store: Store, key: string, text = key) =>
  store.change(async (change) => change.groups.put(key, aGroup(text)));

const numberAt = async (collection: Pick<Store['groups'], 'get'>, key: string) =>
  Number((await collection.get(key))?.displayName ?? '0');

export function describeChanges(open: OpenStore): void {
  describe('changing', () => {
    const opened = storeForEachTest(open);

    test('a change gives back what its work gave', async () => {
      expect(await opened().store.change(async () => 'result')).toBe('result');
    });

    test('a record can be replaced and deleted; deleting what is not there does no harm', async () => {
      const { store } = opened();
      await put(store, 'a', 'first');
      await put(store, 'a', 'second');
      expect(await store.groups.get('a')).toEqual(aGroup('second'));
      await store.change(async (change) => {
        change.groups.delete('a');
        change.groups.delete('never there');
      });
      expect(await store.groups.get('a')).toBeUndefined();
      expect(await collect(store.groups.keys())).toEqual([]);
    });

    test('a change that finds done what it wanted resolves when that is committed, and not before', async () => {
      const { store } = opened();
      const done: string[] = [];
      const first = store.change(async (change) => {
        change.groups.put('a', aGroup('a'));
        change.afterCommit(() => {
          done.push('task of the first');
        });
      });
      const second = store.change(async (change) => change.groups.has('a'));
      expect(await second).toBe(true);
      expect(await store.groups.get('a')).toEqual(aGroup('a'));
      expect(done).toEqual(['task of the first']);
      await first;
    });

    test('reads inside a change see its own writes and deletions', async () => {
      const { store } = opened();
      await put(store, 'kept');
      await put(store, 'replaced');
      await put(store, 'deleted');
      await store.change(async (change) => {
        change.groups.put('replaced', aGroup('anew'));
        change.groups.put('added', aGroup('added'));
        change.groups.delete('deleted');
        expect(await change.groups.get('kept')).toEqual(aGroup('kept'));
        expect(await change.groups.get('replaced')).toEqual(aGroup('anew'));
        expect(await change.groups.get('deleted')).toBeUndefined();
        expect(await change.groups.has('added')).toBe(true);
        expect(await change.groups.has('deleted')).toBe(false);
        expect(await change.groups.getMany(['added', 'deleted', 'kept'])).toEqual([
          aGroup('added'),
          undefined,
          aGroup('kept'),
        ]);
      });
    });

    test('ranges inside a change merge its writes in their order', async () => {
      const { store } = opened();
      for (const key of ['a/2', 'a/4', 'a/😀', 'b']) await put(store, key);
      await store.change(async (change) => {
        for (const key of ['a/1', 'a/3', 'a/\uff21', 'a0', 'c']) change.groups.put(key, aGroup('new'));
        change.groups.delete('a/4');
        change.groups.put('a/2', aGroup('new'));
        expect(await collect(change.groups.keys({ prefix: 'a/' }))).toEqual(['a/1', 'a/2', 'a/3', 'a/\uff21', 'a/😀']);
        expect(await collect(change.groups.keys({ prefix: 'a/', after: 'a/1', limit: 2 }))).toEqual(['a/2', 'a/3']);
        expect(await collect(change.groups.keys({ after: 'a/😀' }))).toEqual(['a0', 'b', 'c']);
        expect(await collect(change.groups.keys({ limit: 0 }))).toEqual([]);
        expect(await collect(change.groups.entries({ prefix: 'a/', after: 'a/\uff21' }))).toEqual([
          ['a/😀', aGroup('a/😀')],
        ]);
        expect(await collect(change.groups.entries({ limit: 2 }))).toEqual([
          ['a/1', aGroup('new')],
          ['a/2', aGroup('new')],
        ]);
      });
    });

    test('a change can delete what it goes through', async () => {
      const { store } = opened();
      const keys = Array.from({ length: 2500 }, (_, index) => `a/${String(index).padStart(4, '0')}`);
      await store.change(async (change) => {
        for (const key of keys) change.groups.put(key, aGroup(key));
      });
      const seen = await store.change(async (change) => {
        const visited: string[] = [];
        for await (const key of change.groups.keys({ prefix: 'a/' })) {
          visited.push(key);
          change.groups.delete(key);
        }
        return visited;
      });
      expect(seen).toEqual(keys);
      expect(await collect(store.groups.keys())).toEqual([]);
    });

    test('values that a change reads back are not the objects that it put', async () => {
      const { store } = opened();
      await store.change(async (change) => {
        const group = { ...aGroup('as put') };
        change.groups.put('a', group);
        Object.assign(group, { displayName: 'altered after the put' });
        Object.assign((await change.groups.get('a')) ?? {}, { displayName: 'altered after the read' });
        expect(await change.groups.get('a')).toEqual(aGroup('as put'));
      });
      expect(await store.groups.get('a')).toEqual(aGroup('as put'));
    });

    test('nobody outside sees a change before it is committed', async () => {
      const { store } = opened();
      await put(store, 'old');
      const gate = createGate();
      const running = store.change(async (change) => {
        change.groups.put('new', aGroup('new'));
        change.groups.delete('old');
        await gate.pass();
      });
      await gate.arrived;
      expect(await store.groups.get('new')).toBeUndefined();
      expect(await store.groups.has('old')).toBe(true);
      expect(await store.groups.getMany(['new', 'old'])).toEqual([undefined, aGroup('old')]);
      expect(await collect(store.groups.keys())).toEqual(['old']);
      expect(await collect(store.changesSince(1))).toEqual([]);
      expect(store.lastCommit).toBe(1);
      gate.open();
      await running;
      expect(await collect(store.groups.entries())).toEqual([['new', aGroup('new')]]);
    });

    test('work that throws writes nothing, and its error arrives as it is', async () => {
      const { store } = opened();
      await put(store, 'kept');
      const failure = new Error('changed my mind');
      const failing = store.change(async (change) => {
        change.groups.put('half', aGroup('half'));
        change.groups.delete('kept');
        throw failure;
      });
      await expect(failing).rejects.toBe(failure);
      expect(await collect(store.groups.keys())).toEqual(['kept']);
      expect(store.lastCommit).toBe(1);
    });

    test('work that throws before it waits for anything rejects too', async () => {
      const { store } = opened();
      const failure = new Error('at once');
      const throwing: (change: Change) => Promise<void> = () => {
        throw failure;
      };
      await expect(store.change(throwing)).rejects.toBe(failure);
      await put(store, 'a');
      expect(await store.groups.has('a')).toBe(true);
    });

    test('changes that fail do not disturb those around them', async () => {
      const { store } = opened();
      const results = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          store.change(async (change) => {
            change.groups.put(`key ${index}`, aGroup('any'));
            if (index % 2 === 1) throw new Error(`odd ${index}`);
            return index;
          }),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(
        results.map((_, index) => (index % 2 === 1 ? 'rejected' : 'fulfilled')),
      );
      const keys = await collect(store.groups.keys());
      expect(keys).toHaveLength(20);
      expect(keys.every((key) => Number(key.slice(4)) % 2 === 0)).toBe(true);
    });

    test('parallel changes count as if they came one after the other', async () => {
      const { store } = opened();
      const increment = () =>
        store.change(async (change) => {
          const before = await numberAt(change.groups, 'counter');
          await new Promise((resolve) => setImmediate(resolve));
          change.groups.put('counter', aGroup(String(before + 1)));
        });
      await Promise.all(Array.from({ length: 100 }, increment));
      expect(await numberAt(store.groups, 'counter')).toBe(100);
    });

    test('of many parallel claims to one place exactly one wins', async () => {
      const { store } = opened();
      const claim = (name: string) =>
        store.change(async (change) => {
          for await (const _taken of change.groups.keys({ prefix: 'place/' })) throw new Error('taken');
          change.groups.put(`place/${name}`, aGroup(name));
        });
      const results = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => claim(String(index))));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await collect(store.groups.keys())).toHaveLength(1);
    });

    test('an answered change can be read at once', async () => {
      const { store } = opened();
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let round = 0; round < 10; round += 1) {
          await put(store, `${writer}`, String(round));
          expect(await numberAt(store.groups, `${writer}`)).toBe(round);
        }
      });
      await Promise.all(writers);
    });
  });
}

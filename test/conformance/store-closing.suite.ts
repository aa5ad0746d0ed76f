import { describe, expect, test } from 'vitest';
import { collect } from './collect.ts';
import { aGroup, type OpenStore, storeForEachTest } from './opened-store.ts';

export function describeClosing(open: OpenStore): void {
  describe('closing', () => {
    const opened = storeForEachTest(open);

    test('waits for changes that run', async () => {
      const { store, reopen } = opened();
      const events: string[] = [];
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const started = new Promise<void>((begun) => {
        const change = store.change(async (change) => {
          begun();
          await held;
          change.groups.put('a', aGroup('a'));
          change.afterCommit(() => {
            events.push('task');
          });
        });
        change.then(
          () => events.push('changed'),
          () => events.push('refused'),
        );
      });
      await started;
      const closing = store.close().then(() => events.push('closed'));
      goOn();
      await closing;
      expect(events).toEqual(['task', 'changed', 'closed']);
      if (reopen !== undefined) expect(await (await reopen()).groups.get('a')).toEqual(aGroup('a'));
    });

    test('lets no change in afterwards', async () => {
      const { store, reopen } = opened();
      await store.close();
      let ran = false;
      const late = store.change(async (change) => {
        ran = true;
        change.groups.put('late', aGroup('late'));
      });
      await expect(late).rejects.toMatchObject({ name: 'RepositoryError', code: 'Unavailable' });
      expect(ran).toBe(false);
      if (reopen !== undefined) expect(await (await reopen()).groups.has('late')).toBe(false);
    });

    test('twice is as good as once', async () => {
      const { store } = opened();
      await store.change(async (change) => change.groups.put('a', aGroup('a')));
      await Promise.all([store.close(), store.close()]);
      await expect(store.close()).resolves.toBeUndefined();
    });

    test('keeps everything for the next opening, where there is one', async () => {
      const { store, reopen } = opened();
      if (reopen === undefined) return;
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          store.change(async (change) => change.groups.put(`a/${index}`, aGroup(String(index)))),
        ),
      );
      await store.change(async (change) => change.groups.delete('a/7'));
      const { lastCommit } = store;
      const entries = await collect(store.groups.entries());
      const rows = await collect(store.changesSince(0));
      const again = await reopen();
      expect(again.lastCommit).toBe(lastCommit);
      expect(again.problem).toBeUndefined();
      expect(await collect(again.groups.entries())).toEqual(entries);
      expect(await collect(again.changesSince(0))).toEqual(rows);
      await again.change(async (change) => change.groups.put('b', aGroup('b')));
      expect(again.lastCommit).toBeGreaterThan(lastCommit);
      expect(await collect(again.changesSince(lastCommit))).toMatchObject([{ keys: [['groups', 'b']] }]);
    });
  });
}

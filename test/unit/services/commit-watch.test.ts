import { expect, test } from 'vitest';
import { CommitWatch } from '../../../src/services/search/commit-watch.ts';

function watched() {
  const store = { lastCommit: 7 };
  const clock = { now: 1_000 };
  return { store, clock, watch: new CommitWatch(store, () => clock.now) };
}

test('a store is quiet a tenth of a second after its last commit', () => {
  const { store, clock, watch } = watched();
  expect(watch.isQuiet()).toBe(false);
  clock.now += 99;
  expect(watch.isQuiet()).toBe(false);
  clock.now += 1;
  expect(watch.isQuiet()).toBe(true);
  store.lastCommit += 1;
  expect(watch.isQuiet()).toBe(false);
  expect(watch.seen).toBe(8);
  clock.now += 100;
  expect(watch.isQuiet()).toBe(true);
});

test('a store without commits is quiet at once, and one with commit after commit never is', () => {
  const { store, clock, watch } = watched();
  store.lastCommit = 0;
  expect(watch.isQuiet()).toBe(true);
  for (let time = 0; time < 1_000; time += 50) {
    clock.now += 50;
    store.lastCommit += 1;
    expect(watch.isQuiet()).toBe(false);
  }
});

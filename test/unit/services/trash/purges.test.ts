import { expect, test } from 'vitest';
import type { Store } from '../../../../src/ports/store.ts';
import { createPurges } from '../../../../src/services/trash/purges.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

async function countOf(keys: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const _ of keys) count += 1;
  return count;
}

test('a node with thousands of versions goes in several changes, and with the last of them', async () => {
  const store = createMemoryStore();
  const services = await bareRepository(memorySeams({ store }));
  const anna = await addPerson(services, 'anna');
  const { id } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.txt' });
  await services.nodes.updateProperties(anna, id, new Map([['cm:title', ['b']]]), 'second');
  await store.change(async (change) => {
    for await (const [, first] of change.versions.entries({ prefix: `${id}/`, limit: 1 })) {
      for (let at = 0; at < 1200; at += 1) change.versions.put(`${id}/9-${at}`, first);
    }
    change.purges.put(id, { at: '2026-01-01T00:00:00.000Z' });
  });
  const left: number[] = [];
  const change: Store['change'] = async (work) => {
    const done = await store.change(work);
    left.push(await countOf(store.versions.keys({ prefix: `${id}/` })));
    return done;
  };
  const watched: Store = Object.create(store, { change: { value: change } });
  await createPurges({ ...memorySeams({ store }), store: watched }).finish();
  expect(left.length).toBeGreaterThan(2);
  const steps = left.slice(1).map((count, at) => (left[at] ?? 0) - count);
  expect(Math.max(...steps)).toBeLessThanOrEqual(500);
  expect(left.at(-1)).toBe(0);
  expect(await store.nodes.get(id)).toBeUndefined();
  expect(await store.purges.has(id)).toBe(false);
});

/** A store with marks only, in which every change purges all of them. Calls `onFirstScan` at the end of the first scan. */
function storeOfMarks(marks: Set<string>, onFirstScan: () => Promise<void>): Store {
  let scans = 0;
  const purges = {
    async *keys() {
      yield* [...marks];
      scans += 1;
      if (scans === 1) void onFirstScan();
    },
  };
  const change = async () => marks.clear();
  return Object.create(createMemoryStore(), { purges: { value: purges }, change: { value: change } });
}

const delays = Array.from({ length: 12 }, (_, delay) => delay);

test.each(delays)(
  'a mark that is added %i steps after a run has found none is purged by the next call',
  async (delay) => {
    const marks = new Set<string>();
    await new Promise<void>((resolve) => {
      const store = storeOfMarks(marks, async () => {
        for (let step = 0; step < delay; step += 1) await undefined;
        marks.add('00000000-0000-4000-8000-000000000001');
        resolve(purges.finish());
      });
      const purges = createPurges(memorySeams({ store }));
      purges.finishInBackground();
    });
    expect([...marks]).toEqual([]);
  },
);

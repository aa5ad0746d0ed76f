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

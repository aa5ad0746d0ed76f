import { expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import { createCollectionCounts } from '../../../../src/services/collections/collection-counts.ts';
import { addPerson, bareRepository, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

test('what lies in a collection is counted for each caller, and anew after any change', async () => {
  const store = createMemoryStore();
  const services = await bareRepository(memorySeams({ store }));
  const [anna, bert] = [await addPerson(services, 'anna'), await addPerson(services, 'bert')];
  const asked: string[] = [];
  const answer = { collections: 1, references: 2, hiddenReferences: 3 };
  const counts = createCollectionCounts({ store }, async ({ userName }: Caller) => {
    asked.push(userName);
    return answer;
  });
  const collection = systemRandomness.nodeId();
  for (const caller of [anna, anna, bert, anna, bert]) expect(await counts(caller, collection)).toEqual(answer);
  expect(asked).toEqual(['anna', 'bert']);
  await addPerson(services, 'carla');
  for (const caller of [anna, anna]) await counts(caller, collection);
  expect(asked).toEqual(['anna', 'bert', 'anna']);
});

test('what changed while it was counted is counted again', async () => {
  const store = createMemoryStore();
  const services = await bareRepository(memorySeams({ store }));
  const anna = await addPerson(services, 'anna');
  let times = 0;
  const counts = createCollectionCounts({ store }, async () => {
    times += 1;
    if (times === 1) await addPerson(services, 'bert');
    return { collections: times, references: 0, hiddenReferences: 0 };
  });
  const collection = systemRandomness.nodeId();
  for (const expected of [1, 2, 2]) expect((await counts(anna, collection)).collections).toBe(expected);
});

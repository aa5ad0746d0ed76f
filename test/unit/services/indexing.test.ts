import { describe, expect, test } from 'vitest';
import { createMemorySearchIndex } from '../../../src/adapters/memory/search-index.ts';
import { createIndexingService } from '../../../src/services/indexing.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../support/bare-repository.ts';

describe('an index that is behind', () => {
  test('is filled anew where the change log does not tell any more what it misses', async () => {
    const index = createMemorySearchIndex();
    const seams = memorySeams({ openIndex: () => Promise.resolve(index) });
    const services = await bareRepository(seams);
    const anna = await addPerson(services, 'anna');
    const gone = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'weg' });
    await services.indexing.current();
    const { position } = index;
    await services.removals.remove(anna, gone.id, { archive: false });
    const made = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'neu' });
    await seams.store.forgetChanges(position + 1);
    const indexing = createIndexingService(seams);
    await indexing.current();
    const found = async (query: string) => (await services.search.nodes(anna, query, { skip: 0, limit: 10 })).ids;
    expect([await found('cm:name:neu'), await found('cm:name:weg')]).toEqual([[made.id], []]);
    expect([index.position, indexing.state]).toEqual([seams.store.lastCommit, 'ready']);
  });
});

import { describe, expect, test } from 'vitest';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import { DamagedRecord } from '../../../../src/ports/store.ts';
import { createIndexingService } from '../../../../src/services/search/indexing.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { createMemorySearchIndex } from '../../../support/memory/search-index.ts';

/** An index that tells what was applied at once: where it stood behind it, and how many documents with how much text. */
function recordingIndex() {
  const index = createMemorySearchIndex();
  const applied: { readonly position: number; readonly documents: number; readonly text: number }[] = [];
  const { apply: plainApply } = index;
  const apply: typeof plainApply = (update, position) => {
    const text = update.puts.flatMap(({ properties }) => Object.values(properties).flat()).join('').length;
    applied.push({ position, documents: update.puts.length, text });
    plainApply(update, position);
  };
  return { applied, index: Object.defineProperty(index, 'apply', { value: apply }) };
}

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
    await seams.store.trimChangeLog(position + 1);
    const indexing = createIndexingService(seams);
    await indexing.current();
    const found = async (query: string) => (await services.search.nodes(anna, query, { skip: 0, limit: 10 })).ids;
    expect([await found('cm:name:neu'), await found('cm:name:weg')]).toEqual([[made.id], []]);
    expect([index.position, indexing.state]).toEqual([seams.store.lastCommit, 'ready']);
  });

  test('takes in long documents one by one, when it is filled and when it follows', async () => {
    const { index, applied } = recordingIndex();
    const seams = memorySeams({ openIndex: () => Promise.resolve(index) });
    const services = await bareRepository(seams);
    const anna = await addPerson(services, 'anna');
    const makeLong = async (name: string): Promise<void> => {
      // As long as a value may be, and a little less.
      const keyword = ''.padEnd(55_000, `${name} `);
      await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name, keyword });
    };
    const isLong = ({ text }: { readonly text: number }): boolean => text > 50_000;
    for (const name of ['erstes', 'zweites', 'drittes']) await makeLong(name);
    await services.indexing.current();
    expect(applied.filter(isLong).map(({ documents }) => documents)).toEqual([1, 1, 1]);
    applied.length = 0;
    for (const name of ['viertes', 'fünftes']) await makeLong(name);
    await services.indexing.current();
    expect(applied.filter(isLong).map(({ documents }) => documents)).toEqual([1, 1]);
    expect(index.position).toBe(seams.store.lastCommit);
  });

  test('takes in a change of many nodes in parts, and moves on with the last', async () => {
    const { index, applied } = recordingIndex();
    const seams = memorySeams({ openIndex: () => Promise.resolve(index) });
    const services = await bareRepository(seams);
    const anna = await addPerson(services, 'anna');
    const nodes: NodeRecord[] = [];
    for (let number = 0; number < 40; number += 1)
      nodes.push(await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: `Blatt ${number}` }));
    await services.indexing.current();
    const before = index.position;
    applied.length = 0;
    await seams.store.change(async (change) => {
      for (const node of nodes) change.nodes.put(node.id, { ...node, name: `neu ${node.name}` });
    });
    await services.indexing.current();
    expect(Math.max(...applied.map(({ documents }) => documents))).toBeLessThanOrEqual(16);
    expect(applied.reduce((sum, { documents }) => sum + documents, 0)).toBe(40);
    expect(new Set(applied.slice(0, -1).map(({ position }) => position))).toEqual(new Set([before]));
    expect(applied.at(-1)?.position).toBe(seams.store.lastCommit);
  });

  test('is filled anew where a row of the change log cannot be read', async () => {
    const index = createMemorySearchIndex();
    const memory = memorySeams();
    const { store } = memory;
    let damaged = false;
    async function* changesSince(commit: number): ReturnType<typeof store.changesSince> {
      if (damaged) throw new DamagedRecord('log', String(commit + 1));
      yield* store.changesSince(commit);
    }
    const seams = {
      ...memory,
      openIndex: () => Promise.resolve(index),
      store: Object.create(store, { changesSince: { value: changesSince } }) as typeof store,
    };
    const services = await bareRepository(seams);
    const anna = await addPerson(services, 'anna');
    await services.indexing.current();
    const made = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'neu' });
    damaged = true;
    const found = await services.search.nodes(anna, 'cm:name:neu', { skip: 0, limit: 10 });
    expect([found.ids, index.position]).toEqual([[made.id], store.lastCommit]);
  });
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import { inNewVersion, newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { ContentStore } from '../../../../src/ports/content-store.ts';
import { type Store, TrimmedChanges } from '../../../../src/ports/store.ts';
import { keepVersion, putNodeVersion } from '../../../../src/services/records/version-records.ts';
import { createContentGcService } from '../../../../src/services/trash/content-gc.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryContentStore } from '../../../support/memory/content-store.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('what a node or one of its versions names is kept, all else of age is removed', async () => {
  const store = createMemoryStore();
  const memory = createMemoryContentStore();
  // Everything is of age here: the grace time is the store's own business and has its tests there.
  const content: ContentStore = { ...memory, sweep: (inUse) => memory.sweep(inUse, 0) };
  const write = (text: string) => content.write(Readable.from([text]));
  const [present, past, orphan] = [await write('present'), await write('past'), await write('orphan')];
  const plain = newNode({
    id: systemRandomness.nodeId(),
    parent: null,
    type: 'ccm:io',
    folder: false,
    name: 'a.txt',
    at: '2026-01-01T00:00:00.000Z',
    by: 'anna',
  });
  const before = { ...plain, content: { ...past, mimeType: 'text/plain' } };
  await store.change(async (change) => {
    putNodeVersion(change, before, '');
    await keepVersion(change, before);
    putNodeVersion(change, { ...inNewVersion(before), content: { ...present, mimeType: 'text/plain' } }, '');
  });
  const sweeping = createContentGcService({ store, content, log }, [{ sweep: async () => 0 }]);
  expect(await sweeping.sweep()).toBe(1);
  expect(await Promise.all([present, past, orphan].map(({ hash }) => content.has(hash)))).toEqual([true, true, false]);
});

test('what is in use is kept, even if the change log was trimmed while names were read', async () => {
  const memory = createMemoryStore();
  const kept = createMemoryContentStore();
  const content: ContentStore = { ...kept, sweep: (inUse) => kept.sweep(inUse, 0) };
  let trims = 1;
  async function* changesSince(commit: number) {
    trims -= 1;
    if (trims >= 0) throw new TrimmedChanges(commit, commit + 1);
    yield* memory.changesSince(commit);
  }
  const store: Store = Object.create(memory, { changesSince: { value: changesSince } });
  const services = await bareRepository(memorySeams({ store: memory, content }));
  const anna = await addPerson(services, 'anna');
  const { id } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.txt' });
  const upload = { bytes: Readable.from(['used']), mimeTypes: [], fileName: '', versionComment: '' };
  const used = (await services.nodes.replaceContent(anna, id, upload)).content?.hash;
  const orphan = await content.write(Readable.from(['orphan']));
  const sweeping = createContentGcService({ store, content, log }, [{ sweep: async () => 0 }]);
  expect(await sweeping.sweep()).toBe(1);
  expect(trims).toBe(-1);
  expect(await content.has(orphan.hash)).toBe(false);
  expect(used !== undefined && (await content.has(used))).toBe(true);
});

test('nothing is removed if the change log is trimmed during each scan', async () => {
  const memory = createMemoryStore();
  const kept = createMemoryContentStore();
  const content: ContentStore = { ...kept, sweep: (inUse) => kept.sweep(inUse, 0) };
  // biome-ignore lint/correctness/useYield: the first step fails.
  async function* changesSince(commit: number) {
    throw new TrimmedChanges(commit, commit + 1);
  }
  const store: Store = Object.create(memory, { changesSince: { value: changesSince } });
  const orphan = await content.write(Readable.from(['orphan']));
  const sweeping = createContentGcService({ store, content, log }, [{ sweep: async () => 0 }]);
  await expect(sweeping.sweep()).rejects.toThrow(TrimmedChanges);
  expect(await content.has(orphan.hash)).toBe(true);
});

test('what a copy names is kept, though the copy was made and its source removed while names were read', async () => {
  const memory = createMemoryStore();
  const kept = createMemoryContentStore();
  const content: ContentStore = { ...kept, sweep: (inUse) => kept.sweep(inUse, 0) };
  let meanwhile = async (): Promise<void> => undefined;
  async function* versionsLater(...range: Parameters<typeof memory.versions.entries>) {
    await meanwhile();
    yield* memory.versions.entries(...range);
  }
  const versions = Object.create(memory.versions, { entries: { value: versionsLater } });
  const store: Store = Object.create(memory, { versions: { value: versions } });
  const services = await bareRepository(memorySeams({ store: memory, content }));
  const anna = await addPerson(services, 'anna');
  const source = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'a.txt' });
  const put = (text: string) =>
    services.nodes.replaceContent(anna, source.id, {
      bytes: Readable.from([text]),
      mimeTypes: [],
      fileName: '',
      versionComment: '',
    });
  const hash = (await put('first')).content?.hash;
  await put('second');
  meanwhile = async () => {
    await services.versions.revert(anna, source.id, { major: 1, minor: 1 });
    const wish = { source: source.id, withChildren: true, name: 'copy.txt' };
    await services.copies.copy(anna, homeOf(anna), wish);
    await services.removals.remove(anna, source.id, { archive: false });
    await services.purges.finish();
  };
  const sweeping = createContentGcService({ store, content, log }, [{ sweep: async () => 0 }]);
  await sweeping.sweep();
  if (hash === undefined) throw new Error('The source has no content.');
  expect(await content.has(hash)).toBe(true);
});

test('nothing is removed while other work needs all contents, and the sweep follows it', async () => {
  const memory = createMemoryContentStore();
  const order: string[] = [];
  const content: ContentStore = {
    ...memory,
    async sweep(inUse) {
      order.push('sweep');
      return memory.sweep(inUse, 0);
    },
  };
  const collecting = createContentGcService({ store: createMemoryStore(), content, log }, []);
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const working = collecting.pausedFor(async () => {
    await finished;
    order.push('work');
  });
  const sweeping = collecting.sweep();
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  finish();
  await Promise.all([working, sweeping]);
  expect(order).toEqual(['work', 'sweep']);
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createMemoryContentStore } from '../../../src/adapters/memory/content-store.ts';
import { createMemoryStore } from '../../../src/adapters/memory/store.ts';
import { systemRandomness } from '../../../src/adapters/system/randomness.ts';
import { inNewVersion, newNode } from '../../../src/domain/new-node.ts';
import type { ContentStore } from '../../../src/ports/content-store.ts';
import { createSweepingService } from '../../../src/services/sweeping.ts';
import { keepVersion, putNodeVersion } from '../../../src/services/version-records.ts';

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
  const sweeping = createSweepingService({ store, content, log }, { sweep: async () => 0 });
  expect(await sweeping.sweep()).toBe(1);
  expect(await Promise.all([present, past, orphan].map(({ hash }) => content.has(hash)))).toEqual([true, true, false]);
});

import { expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import { inNewVersion, newNode } from '../../../../src/domain/nodes/new-node.ts';
import { firstVersion, nextVersion } from '../../../../src/domain/nodes/version-number.ts';
import { keepVersion, putNodeVersion, readVersion } from '../../../../src/services/records/version-records.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const before = newNode({
  id: systemRandomness.nodeId(),
  parent: null,
  type: 'ccm:io',
  folder: false,
  name: 'before.txt',
  at: '2026-01-01T00:00:00.000Z',
  by: 'anna',
});
const after = { ...inNewVersion(before), name: 'after.txt' };
const second = nextVersion(firstVersion);

async function storeWith(keep: boolean) {
  const store = createMemoryStore();
  await store.change(async (change) => {
    putNodeVersion(change, before, 'first');
    if (keep) await keepVersion(change, before);
    putNodeVersion(change, after, 'second');
  });
  return store;
}

test('the present version is what the node is, each other one what it was', async () => {
  const store = await storeWith(true);
  expect(await readVersion(store, after, firstVersion)).toMatchObject({ comment: 'first', name: 'before.txt' });
  expect(await readVersion(store, after, second)).toMatchObject({ comment: 'second', name: 'after.txt' });
});

test('a node that went on since it was read is read again', async () => {
  const store = await storeWith(true);
  expect(await readVersion(store, before, second)).toMatchObject({ comment: 'second', name: 'after.txt' });
});

test('a version that there never was is not found', async () => {
  const store = await storeWith(true);
  await expect(readVersion(store, after, nextVersion(second))).rejects.toMatchObject({ code: 'NotFound' });
});

test('a version whose state was lost is told to be so, and not looked for without end', async () => {
  const store = await storeWith(false);
  await expect(readVersion(store, after, firstVersion)).rejects.toThrow(/is lost/);
});

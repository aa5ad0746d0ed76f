import { expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { createStaging } from '../../../../src/services/nodes/staging.ts';
import { createPurges } from '../../../../src/services/trash/purges.ts';
import { memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A store of which the disk refuses the first change. */
function refusingStore(): Store {
  const store = createMemoryStore();
  let refused = false;
  const change: Store['change'] = async (work) => {
    if (refused) return store.change(work);
    refused = true;
    throw new Error('The disk is full.');
  };
  return Object.create(store, { change: { value: change } });
}

test('nothing is left of a subtree that never comes, whichever of its changes was refused', async () => {
  const store = refusingStore();
  const top = systemRandomness.nodeId();
  const staging = createStaging(store, top, at);
  const child = (name: string) =>
    newNode({ id: systemRandomness.nodeId(), parent: top, type: 'ccm:io', folder: false, name, at, by: 'anna' });
  await Promise.all([staging.put([child('a')]), staging.put([child('b')])]);
  await expect(staging.settled()).rejects.toThrow('The disk is full.');
  await createPurges(memorySeams({ store })).finish();
  for (const kind of ['nodes', 'children', 'versions', 'purges'] as const) {
    for await (const key of store[kind].keys()) expect.fail(`${kind} ${key} was left.`);
  }
});

import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { AccessControlList } from '../../../../src/domain/access/acl.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { createRightsService, type RightsService } from '../../../../src/services/access/rights.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const bert: Caller = {
  kind: 'person',
  userName: 'bert',
  isAdmin: false,
  authorities: new Set(['bert', 'GROUP_EVERYONE']),
  home: null,
  sessionScope: null,
};

const openTo = (authority: string): AccessControlList => ({
  inherits: true,
  entries: [{ authority, permission: 'Consumer' }],
});

describe('rights that are worked out while they change', () => {
  let store: Store;
  let rights: RightsService;
  let folder: NodeRecord;
  let file: NodeRecord;
  /** Holds every read of a node's record back after it was read. */
  let gate: Promise<void> | undefined;
  let reads: number;

  const node = (parent: NodeRecord | null, acl?: AccessControlList): NodeRecord =>
    newNode({
      id: systemRandomness.nodeId(),
      parent: parent?.id ?? null,
      type: 'ccm:map',
      folder: true,
      name: 'n',
      at: '2026-01-01T00:00:00.000Z',
      by: 'anna',
      ...(acl === undefined ? {} : { acl }),
    });

  const write = (record: NodeRecord): Promise<void> =>
    store.change(async (change) => {
      change.nodes.put(record.id, record);
      change.afterCommit(() => rights.changed(record));
    });

  beforeEach(async () => {
    const plain = createMemoryStore();
    gate = undefined;
    reads = 0;
    const get: Store['nodes']['get'] = async (key) => {
      const record = await plain.nodes.get(key);
      reads += 1;
      await gate;
      return record;
    };
    // The getters of the store stay what they are.
    store = Object.assign(Object.create(plain) as Store, { nodes: { ...plain.nodes, get } });
    const top = node(null);
    folder = node(top, openTo('bert'));
    file = node(folder);
    rights = createRightsService({ store }, { companyHome: top.id, userHomes: top.id, collections: top.id });
    for (const record of [top, folder, file]) await write(record);
  });

  test('are never kept from records older than the change', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const slow = rights.mayRead(bert, file);
    await expect.poll(() => reads).toBeGreaterThan(0);
    await write({ ...folder, acl: openTo('anna') });
    open();
    expect(await slow).toBe(false);
    expect(await rights.mayRead(bert, file)).toBe(false);
    await write({ ...folder, acl: openTo('bert') });
    expect(await rights.mayRead(bert, file)).toBe(true);
  });

  test('are right for many who ask at a time, whichever of them is there first', async () => {
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const asking = Array.from({ length: 5 }, () => rights.mayRead(bert, file));
    await expect.poll(() => reads).toBeGreaterThan(4);
    await write({ ...folder, acl: { ...openTo('bert'), inherits: false } });
    open();
    expect(await Promise.all(asking)).toEqual([true, true, true, true, true]);
    expect(await rights.mayRead(bert, folder)).toBe(true);
  });

  test('need no record once they are known, and none after a change', async () => {
    expect(await rights.mayRead(bert, file)).toBe(true);
    const before = reads;
    expect(await rights.mayRead(bert, file)).toBe(true);
    await write({ ...folder, acl: openTo('anna') });
    expect(await rights.mayRead(bert, file)).toBe(false);
    await write({ ...folder, acl: null });
    expect(await rights.mayRead(bert, file)).toBe(false);
    expect(reads).toBe(before);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import { defaultSortOrder, type SortOrder } from '../../../../src/domain/listing/child-order.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { createListingCache } from '../../../../src/services/nodes/listing-cache.ts';
import { createListingCaches } from '../../../../src/services/nodes/listing-caches.ts';
import { putNode } from '../../../../src/services/records/node-changes.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const by = (property: string, ascending = true): SortOrder => ({
  order: { ...defaultSortOrder.order, by: [{ property, type: 'text', ascending }] },
  filters: [],
});

const places = { type: 'ccm:io', folder: false, at: '2021-01-01T00:00:00.000Z', by: 'anna' };

/** A folder with so many children; what each is described by. */
async function folderOf(store: Store, count: number, describe: (at: number) => string = () => ''): Promise<NodeId> {
  const folder = systemRandomness.nodeId();
  await store.change(async (change) => {
    for (let at = 0; at < count; at += 1) {
      const properties = { 'cclom:title': [describe(at)] };
      const id = systemRandomness.nodeId();
      putNode(change, newNode({ ...places, id, parent: folder, name: `${at}`, properties }));
    }
  });
  return folder;
}

/** A store that counts how often all children of a folder are read. */
function countingStore() {
  const store = createMemoryStore();
  const reads: string[] = [];
  const children: Store['children'] = {
    ...store.children,
    entries(range) {
      reads.push(range?.prefix ?? '');
      return store.children.entries(range);
    },
  };
  return { store: { ...store, children }, reads };
}

describe('a folder that is larger than all that may be kept', () => {
  let counting: ReturnType<typeof countingStore>;
  beforeEach(() => {
    counting = countingStore();
  });
  const readsOf = (folder: NodeId): number => counting.reads.filter((prefix) => prefix.startsWith(folder)).length;

  test('is read once, and not for every page of it', async () => {
    const { store } = counting;
    const columns = createListingCaches({ store }, 50_000);
    const folder = await folderOf(store, 1_000);
    for (let page = 0; page < 3; page += 1) {
      expect((await columns.sorted(folder, defaultSortOrder)).rows).toHaveLength(1_000);
    }
    expect(readsOf(folder)).toBe(1);
  });

  test('stays beside a small one, and makes room for another one like it', async () => {
    const { store } = counting;
    const columns = createListingCaches({ store }, 50_000);
    const [large, small, other] = [
      await folderOf(store, 1_000),
      await folderOf(store, 3),
      await folderOf(store, 1_000),
    ];
    for (const folder of [large, small, large, other, large]) await columns.sorted(folder, defaultSortOrder);
    expect([large, small, other].map(readsOf)).toEqual([2, 1, 1]);
  });
});

describe('the weight of a folder', () => {
  const mebibyte = 1 << 20;

  test('is above the limit without all orders but the last one, and each order is as it was', async () => {
    const store = createMemoryStore();
    const folder = await folderOf(store, 500, (at) => `${(at * 7) % 500}`);
    const [light, heavy] = [createListingCache({ store }, folder, 1), createListingCache({ store }, folder, mebibyte)];
    const orders = [by('cclom:title'), by('cclom:title', false), by('cm:creator'), defaultSortOrder];
    for (const order of [...orders, ...orders]) {
      expect((await light.sorted(order)).rows).toEqual((await heavy.sorted(order)).rows);
    }
    expect(light.weight).toBeLessThan(heavy.weight);
    expect(light.weight).toBeLessThan(500 * 300);
  });

  test('counts texts that children are sorted by, of which no more is kept than what is compared', async () => {
    const store = createMemoryStore();
    const long = 'ä'.repeat(50_000);
    const described = [await folderOf(store, 50, String), await folderOf(store, 50, (at) => `${at}${long}`)];
    const [short = 0, full = 0] = await Promise.all(
      described.map(async (folder) => {
        const rows = createListingCache({ store }, folder, 100 * mebibyte);
        const { rows: sorted } = await rows.sorted(by('cclom:title'));
        expect(sorted.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, at) => `${at}`));
        return rows.weight;
      }),
    );
    expect(full).toBeGreaterThan(short + 50 * 100);
    expect(full).toBeLessThan(50 * 1_000);
  });

  test('is the same again after children came and went', async () => {
    const store = createMemoryStore();
    const folder = await folderOf(store, 20, (at) => 'x'.repeat(at));
    const rows = createListingCache({ store }, folder, mebibyte);
    await rows.sorted(by('cclom:title'));
    const before = rows.weight;
    const node = newNode({ ...places, id: systemRandomness.nodeId(), parent: folder, name: 'new' });
    await store.change(async (change) => putNode(change, node));
    rows.markChanged('new');
    await rows.sorted(by('cclom:title'));
    expect(rows.weight).toBeGreaterThan(before);
    await store.change(async (change) => change.children.delete(`${folder}/new`));
    rows.markChanged('new');
    await rows.sorted(by('cclom:title'));
    expect(rows.weight).toBe(before);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alternativeName } from '../../../src/base/alternative-name.ts';
import { asNodeId, type NodeId } from '../../../src/base/ids.ts';
import { childKey, freeNameIn } from '../../../src/services/records/node-changes.ts';
import { createMemoryStore } from '../../support/memory/store.ts';

const folder = asNodeId('11111111-1111-4111-8111-111111111111') as NodeId;
const child = asNodeId('22222222-2222-4222-8222-222222222222') as NodeId;

/** Resolves to the name that is free in a folder with these, and how often the folder was looked into. */
async function freeAmong(taken: readonly string[], name: string): Promise<{ free: string; looks: number }> {
  const store = createMemoryStore();
  let looks = 0;
  const free = await store.change(async (change) => {
    for (const each of taken) {
      change.children.put(childKey(folder, each), { id: child, folder: false, owner: 'anna', ownAcl: false });
    }
    const has = (key: string): Promise<boolean> => {
      looks += 1;
      return change.children.has(key);
    };
    return freeNameIn({ ...change, children: { ...change.children, has } }, folder, name);
  });
  return { free, looks };
}

const forms = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 'a.txt' : alternativeName('a.txt', at)));

describe('a free name', () => {
  test.each([0, 1, 2, 3, 4, 5, 8, 9, 100])('is the next one where %i in a row are taken', async (count) => {
    expect((await freeAmong(forms(count), 'a.txt')).free).toBe(forms(count + 1).at(-1));
  });

  test('is found with few looks where thousands are taken', async () => {
    const { free, looks } = await freeAmong(forms(5000), 'a.txt');
    expect(free).toBe('a - 5000.txt');
    expect(looks).toBeLessThan(30);
  });

  test('is free, whichever are taken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(forms(40)), async (taken) => {
        expect(taken).not.toContain((await freeAmong(taken, 'a.txt')).free);
      }),
      { numRuns: 50 },
    );
  });
});

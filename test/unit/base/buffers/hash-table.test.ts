import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, OffsetTable } from '../../../../src/base/buffers/offset-table.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

/** Keys by their places, with a hash that few or many of them share. */
function memoryOf(hash: (key: string) => number) {
  const keys: string[] = [];
  const table = new OffsetTable({
    hashAt: (place) => hash(keys[place] ?? ''),
    hasKey: (place, key) => keys[place] === key,
  });
  return {
    table,
    place: (key: string): number => keys.push(key) - 1,
    find: (key: string) => table.find(key, hash(key)),
  };
}

type Step = { readonly kind: 'put' | 'drop'; readonly key: number } | { readonly kind: 'clear' };

const steps = fc.array(
  fc.oneof(
    { weight: 60, arbitrary: fc.record({ kind: fc.constant('put' as const), key: fc.nat(60) }) },
    { weight: 40, arbitrary: fc.record({ kind: fc.constant('drop' as const), key: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  ),
  { maxLength: 300 },
) satisfies fc.Arbitrary<Step[]>;

const hashes: readonly (readonly [name: string, hash: (key: string) => number])[] = [
  ['hashes of their own', hashOf],
  ['one hash for all', () => 1_023],
  ['few hashes, at the end of the slots', (key) => 1_020 + (hashOf(key) % 4)],
  ['hashes beyond 31 bits', (key) => 0xffff_ff00 + (hashOf(key) % 256)],
];

test.each(hashes)('finds what is in it, with %s', (_, hash) => {
  fc.assert(
    fc.property(steps, (all) => {
      const { table, place, find } = memoryOf(hash);
      const expected = new Map<string, number>();
      for (const step of all) {
        if (step.kind === 'clear') {
          table.clear();
          expected.clear();
          continue;
        }
        const key = `key ${step.key}`;
        const before = expected.get(key);
        if (before !== undefined) table.drop(before);
        expected.delete(key);
        if (step.kind === 'drop') continue;
        const added = place(key);
        table.add(added);
        expected.set(key, added);
      }
      for (let number = 0; number <= 60; number += 1) expect(find(`key ${number}`)).toBe(expected.get(`key ${number}`));
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('grows with what is in it', () => {
  const { table, place, find } = memoryOf(hashOf);
  const keys = Array.from({ length: 20_000 }, (_, number) => `a1b2c3d4-0000-4000-8000-${number}`);
  const places = keys.map(place);
  for (const one of places) table.add(one);
  for (const one of places.filter((number) => number % 3 === 0)) table.drop(one);
  table.drop(0);
  expect(keys.map(find)).toEqual(places.map((one) => (one % 3 === 0 ? undefined : one)));
});

test('hashes differ where texts do', () => {
  const texts = Array.from({ length: 100_000 }, (_, number) => `a1b2c3d4-0000-4000-8000-${number}`);
  expect(new Set(texts.map(hashOf)).size).toBeGreaterThan(99_980);
  // In the lowest bits, too: the slots are chosen by them.
  const slots = new Uint32Array(1 << 18);
  for (const text of texts) slots[hashOf(text) & (slots.length - 1)] = 1;
  expect(slots.filter((taken) => taken === 1).length).toBeGreaterThan(80_000);
});

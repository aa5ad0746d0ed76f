import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inIdOrder } from '../../../../../src/adapters/search/codec/id-order.ts';
import { readUuid, uuidSize } from '../../../../../src/adapters/search/codec/uuids.ts';
import type { Segment } from '../../../../../src/adapters/search/segment/segment.ts';
import { findDocument, idBytesOf } from '../../../../../src/adapters/search/segment/segment-documents.ts';
import type { NodeId } from '../../../../../src/base/ids.ts';

/** Some begin alike, some with eight bytes and more, some come again, some have the highest bit set. */
const id = fc
  .tuple(
    fc.constantFrom('00000000', '7fffffff', '80000000', 'ffffffff', '12345678'),
    fc.constantFrom('0000-4000', '0000-7000', 'ffff-7000'),
    fc.nat({ max: 5 }),
  )
  // Only the form of an id matters here.
  .map(([beginning, middle, end]) => `${beginning}-${middle}-8000-00000000000${end}` as NodeId);

test('ids come in their order, the later one of two equal ones last, and each is found', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), (some) => {
      const ids = idBytesOf(some);
      const byId = inIdOrder(ids);
      const expected = some.map((_, number) => number).sort((one, other) => compare(some, one, other));
      expect([...byId]).toEqual(expected);
      // Nothing else of a segment is looked at.
      const segment = { size: some.length, ids, byId } as Segment;
      for (const one of some) expect(findDocument(segment, idBytesOf([one]))).toBe(some.lastIndexOf(one));
      for (const other of ['00000000-0000-4000-8000-000000000009', 'ffffffff-ffff-4fff-8fff-ffffffffffff'])
        expect(findDocument(segment, idBytesOf([other as NodeId]))).toBe(-1);
    }),
  );
});

const compare = (ids: readonly NodeId[], one: number, other: number): number => {
  if (ids[one] === ids[other]) return one - other;
  return (ids[one] ?? '') < (ids[other] ?? '') ? -1 : 1;
};

test('ids are read as they were written', () => {
  const ids = ['00000000-0000-4000-8000-000000000001', 'abcdef01-2345-4789-8bcd-ef0123456789'] as NodeId[];
  const bytes = idBytesOf(ids);
  expect(ids.map((_, number) => readUuid(bytes, number * uuidSize))).toEqual(ids);
});

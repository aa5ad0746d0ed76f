import { expect, test } from 'vitest';
import type { Segment } from '../../../../../src/adapters/search/segment/segment.ts';
import { findDocument, idBytesOf } from '../../../../../src/adapters/search/segment/segment-documents.ts';
import { createNodeIds } from '../../../../../src/adapters/system/node-ids.ts';
import type { NodeId } from '../../../../../src/base/ids.ts';

/** Reads of the bytes of IDs while one document after the other is found. */
function readsToFindAll(ids: readonly NodeId[]): number {
  let reads = 0;
  const bytes = idBytesOf(ids);
  const counted = new Proxy(bytes, {
    get(target, key) {
      reads += 1;
      return Reflect.get(target, key);
    },
  });
  const segment = { ids: counted, size: ids.length } as unknown as Segment;
  for (let at = 0; at < ids.length; at += 1) expect(findDocument(segment, bytes, at * 16)).toBe(at);
  return reads;
}

const random = (count: number): NodeId[] => Array.from({ length: count }, () => crypto.randomUUID() as NodeId);

test('IDs of the same minute are found with no more steps than random ones', () => {
  const next = createNodeIds(() => 1_764_000_000_000);
  const ofOneMinute = Array.from({ length: 4_000 }, () => next());
  expect(readsToFindAll(ofOneMinute)).toBeLessThan(1.5 * readsToFindAll(random(4_000)));
});

test('of several documents with an ID, the last is found, and none for another ID', () => {
  const [one = '' as NodeId, other = '' as NodeId, missing = '' as NodeId] = random(3);
  const segment = { ids: idBytesOf([one, other, one]), size: 3 } as unknown as Segment;
  expect(findDocument(segment, idBytesOf([one]))).toBe(2);
  expect(findDocument(segment, idBytesOf([other]))).toBe(1);
  expect(findDocument(segment, idBytesOf([missing]))).toBe(-1);
});

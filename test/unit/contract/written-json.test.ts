import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pieceLength, WrittenJson } from '../../../src/contract/written-json.ts';
import { propertyRuns } from '../../support/run-scope.ts';

const large = fc.integer({ min: 0, max: 150_000 }).map((length) => Buffer.alloc(length, 'ä'));
const chunk = fc.oneof(fc.string(), fc.string().map(Buffer.from), fc.constantFrom(',', ''), large);

test('the pieces of a response are its bytes, and its size is theirs', () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 12 }), (chunks) => {
      const json = new WrittenJson(...chunks);
      const pieces = json.pieces(() => new ArrayBuffer(pieceLength));
      const bytes = Buffer.concat(chunks.map((part) => Buffer.from(part)));
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      expect(json.bytes.equals(bytes)).toBe(true);
      expect(json.size).toBe(bytes.length);
      expect(json.isLarge).toBe(pieces.length > 1);
    }),
    { numRuns: propertyRuns(500) },
  );
});

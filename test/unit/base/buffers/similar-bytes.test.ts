import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxEntryBytes, SimilarBytes } from '../../../../src/base/buffers/similar-bytes.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const megabyte = 2 ** 20;

const all = (kept: SimilarBytes, key: string): Buffer | undefined => {
  const place = kept.find(key);
  return place === undefined ? undefined : kept.rest(place, 0);
};

/** What is much like the others: a frame around few bytes of its own. */
const framed = (own: string): string =>
  `{"name":"${own}","description":"${'Das hat jeder. '.repeat(20)}","again":"${own}"}`;

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }).map(framed),
  fc.integer({ min: 0, max: 20_000 }).map((length) => 'ab'.repeat(length)),
  fc.uint8Array({ maxLength: 10_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const keys = fc
  .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom('key', '', 'Schlüssel', '鍵', '\ud83d\udddd', '\ud800'))
  .map(([number, name]) => `${name}${number}`);

test('all that is kept is given back as it was, byte by byte, in whole and in parts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, texts, fc.double()), { maxLength: 60 }), (puts) => {
      const kept = new SimilarBytes(2 * megabyte, 2);
      const expected = new Map<string, readonly [bytes: Buffer, number: number]>();
      for (const [key, text, number] of puts) {
        kept.set(key, Buffer.from(text), [number, 1]);
        expected.set(key, [Buffer.from(text), number]);
      }
      for (const [key, [bytes, number]] of expected) {
        const place = kept.find(key) ?? Number.NaN;
        const part = Math.floor(bytes.length / 3);
        expect([...kept.numbers.subarray(place, place + 2)]).toEqual([number, 1]);
        expect(kept.rest(place, 0).equals(bytes)).toBe(true);
        expect(kept.rest(place, part).equals(bytes.subarray(part))).toBe(true);
        const gathered = Buffer.concat([bytes.subarray(0, part), Buffer.from('Schluß'), bytes]);
        kept.startCollecting();
        kept.collect(place, part);
        kept.collectBytes(Buffer.from('Schluß'));
        kept.collect(place, bytes.length);
        expect(Buffer.concat(kept.collected()).equals(gathered)).toBe(true);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('what is dropped is gone, and everything else is there; after clearing nothing is, and there is room again', () => {
  const kept = new SimilarBytes(2 * megabyte, 1);
  const text = (number: number): Buffer => Buffer.from(framed(`Nummer ${number}`));
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < 3_000; number += 1) kept.set(`k${number}`, text(number), [number]);
    for (let number = 0; number < 3_000; number += 2) kept.drop(`k${number}`);
    kept.drop('never there');
    for (let number = 0; number < 3_000; number += 1)
      expect(all(kept, `k${number}`)).toEqual(number % 2 === 0 ? undefined : text(number));
    kept.clear();
    expect(all(kept, 'k1')).toBeUndefined();
  }
});

/** Bytes that are like no others. */
const unlike = (length: number, seed: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let state = seed + 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
};

test('where room is needed, what nobody asks for goes first; what is left is right', () => {
  const kept = new SimilarBytes(8 * megabyte, 1);
  const length = 10_000;
  const asked = unlike(length, 0);
  kept.set('asked for', asked, [7]);
  const count = 2_000;
  for (let n = 1; n <= count; n += 1) {
    kept.set(`number ${n}`, unlike(length, n), [n]);
    const place = kept.find('asked for') ?? Number.NaN;
    expect(kept.numbers[place]).toBe(7);
  }
  expect(all(kept, 'asked for')?.equals(asked)).toBe(true);
  expect(all(kept, 'number 1')).toBeUndefined();
  const left = Array.from({ length: count }, (_, at) => at + 1).filter((n) => all(kept, `number ${n}`) !== undefined);
  expect(left.length).toBeGreaterThan((6 * megabyte) / length);
  expect(left.length).toBeLessThan((8 * megabyte) / length);
  for (const n of left) expect(all(kept, `number ${n}`)?.equals(unlike(length, n))).toBe(true);
});

test('what is alike takes a fraction of its length', () => {
  const kept = new SimilarBytes(2 * megabyte, 1);
  const count = 8_000;
  for (let n = 0; n < count; n += 1) kept.set(`${n}`, Buffer.from(framed(`number ${n}`)), [n]);
  expect(count * framed('number 1').length).toBeGreaterThan(2.5 * megabyte);
  for (let n = 0; n < count; n += 1) expect(all(kept, `${n}`)?.toString()).toBe(framed(`number ${n}`));
});

test('what is dropped, or too long, is not there', () => {
  const kept = new SimilarBytes(2 * megabyte, 1);
  kept.set('a', Buffer.from('one'), [1]);
  kept.drop('a');
  expect(kept.find('a')).toBeUndefined();
  kept.set('b', Buffer.from('short'), [1]);
  kept.set('b', unlike(maxEntryBytes + 1, 1), [1]);
  expect(kept.find('b')).toBeUndefined();
  kept.set('b', unlike(maxEntryBytes, 1), [1]);
  expect(all(kept, 'b')?.equals(unlike(maxEntryBytes, 1))).toBe(true);
});

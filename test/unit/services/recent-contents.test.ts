import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { ByteRange } from '../../../src/base/byte-range.ts';
import type { ContentHash } from '../../../src/base/ids.ts';
import type { ContentStore } from '../../../src/ports/content-store.ts';
import { createRecentContents } from '../../../src/services/renditions/recent-contents.ts';
import { createMemoryContentStore } from '../../support/memory/content-store.ts';

const head: ByteRange = { start: 0, end: 4095 };

function watched() {
  const store = createMemoryContentStore();
  const ranges: (ByteRange | undefined)[] = [];
  const counting: ContentStore = {
    ...store,
    read(hash, range) {
      ranges.push(range);
      return store.read(hash, range);
    },
  };
  return { store, ranges, ...createRecentContents(counting) };
}

const bytesOf = async (content: Pick<ContentStore, 'read'>, hash: ContentHash, range?: ByteRange) => {
  const stream = await content.read(hash, range);
  return stream === undefined ? undefined : buffer(stream);
};

describe('the contents that were written or read just before', () => {
  test.each([0, 1, 4_100, 65_536])('a new content of %d bytes is not read from disk', async (size) => {
    const { writing, reading, ranges } = watched();
    const bytes = Buffer.alloc(size, 'ü');
    const { hash } = await writing.write(bytes);
    expect(await bytesOf(reading, hash)).toEqual(bytes);
    expect(await bytesOf(reading, hash, head)).toEqual(bytes.subarray(0, 4_096));
    expect(ranges).toEqual([]);
  });

  test('of a larger one the first bytes are not read from disk, and the others are', async () => {
    const { writing, reading, ranges } = watched();
    const bytes = Buffer.alloc(65_537, 'ü');
    const { hash } = await writing.write(bytes);
    expect(await bytesOf(reading, hash, head)).toEqual(bytes.subarray(0, 4_096));
    expect(ranges).toEqual([]);
    expect(await bytesOf(reading, hash)).toEqual(bytes);
    expect(ranges).toEqual([undefined]);
  });

  test('the first bytes of another content are read once', async () => {
    const { store, reading, ranges } = watched();
    const bytes = Buffer.alloc(9_000, 'ü');
    const { hash } = await store.write(bytes);
    for (const end of [4_095, 4_099, 0]) {
      expect(await bytesOf(reading, hash, { start: 0, end })).toEqual(bytes.subarray(0, end + 1));
    }
    expect(ranges).toHaveLength(1);
    expect(await bytesOf(reading, hash, { start: 0, end: 8_000 })).toEqual(bytes.subarray(0, 8_001));
    expect(await bytesOf(reading, hash, { start: 10, end: 20 })).toEqual(bytes.subarray(10, 21));
  });

  test('readers that look at the same time share one read', async () => {
    const { store, writing, reading, ranges } = watched();
    const bytes = Buffer.alloc(9_000, 'ü');
    const { hash } = await store.write(bytes);
    const parts = await Promise.all([4_095, 4_099, 10].map((end) => bytesOf(reading, hash, { start: 0, end })));
    expect(parts).toEqual([4_096, 4_100, 11].map((length) => bytes.subarray(0, length)));
    expect(ranges).toHaveLength(1);
    const [beside] = await Promise.all([bytesOf(reading, hash), writing.write(bytes)]);
    expect(beside).toEqual(bytes);
    expect(ranges).toHaveLength(2);
    expect(await bytesOf(reading, hash)).toEqual(bytes);
    expect(ranges).toHaveLength(2);
  });

  test('what a reader does to its bytes does not change those of the next one', async () => {
    const { writing, reading } = watched();
    const { hash } = await writing.write(Buffer.from('Blatt'));
    (await bytesOf(reading, hash))?.fill('x');
    expect(String(await bytesOf(reading, hash))).toBe('Blatt');
  });

  test('they do not stand for a whole content, because they were not verified', async () => {
    const { store, reading, ranges } = watched();
    const { hash } = await store.write(Buffer.from('kurz'));
    expect(await bytesOf(reading, hash, head)).toEqual(Buffer.from('kurz'));
    expect(await bytesOf(reading, hash, head)).toEqual(Buffer.from('kurz'));
    expect(ranges).toHaveLength(1);
    expect(await bytesOf(reading, hash)).toEqual(Buffer.from('kurz'));
    expect(ranges).toHaveLength(2);
  });

  test('a content that is missing is looked for again', async () => {
    const { store, reading } = watched();
    const missing = 'a'.repeat(64) as ContentHash;
    expect(await bytesOf(reading, missing, head)).toBeUndefined();
    const { hash } = await store.write(Buffer.from('later'));
    expect(await bytesOf(reading, hash, head)).toEqual(Buffer.from('later'));
  });
});

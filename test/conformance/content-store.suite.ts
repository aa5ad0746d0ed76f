import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContentHash } from '../../src/base/ids.ts';
import type { ContentStore } from '../../src/ports/content-store.ts';
import { collectBytes } from './collect.ts';

/** A new, empty content store. */
export interface OpenedContentStore {
  readonly content: ContentStore;
  readonly cleanup: () => Promise<void>;
}

/** The SHA-256 of the bytes, computed apart from any store. */
export const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex') as ContentHash;

/** The bytes in chunks of a size that fits nothing. */
export function streamOf(bytes: Buffer, chunkSize = 50_001): Readable {
  const count = Math.ceil(bytes.length / chunkSize);
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * chunkSize, (index + 1) * chunkSize)),
  );
}

/** The whole content, or the part in the range; fails where it is not there. */
export async function readAll(content: ContentStore, hash: ContentHash, range?: { start: number; end: number }) {
  const stream = await content.read(hash, range);
  if (stream === undefined) throw new Error(`There is no content ${hash}.`);
  return collectBytes(stream);
}

async function* naming(hashes: readonly ContentHash[]): AsyncIterable<ContentHash> {
  yield* hashes;
}

const hour = 3_600_000;

/** What every content store keeps to. */
export function describeContentStore(name: string, open: () => Promise<OpenedContentStore>): void {
  describe(`The ${name} content store`, () => {
    let content: ContentStore;
    let cleanup: () => Promise<void>;
    beforeEach(async () => {
      ({ content, cleanup } = await open());
    });
    afterEach(() => cleanup());

    test('gives back the bytes that it took, under their SHA-256', async () => {
      const bytes = randomBytes(3_000_017);
      const stored = await content.write(streamOf(bytes));
      expect(stored).toMatchObject({ hash: hashOf(bytes), size: bytes.length });
      expect(stored.beginning.equals(bytes.subarray(0, 4100))).toBe(true);
      expect(await content.has(stored.hash)).toBe(true);
      expect((await readAll(content, stored.hash)).equals(bytes)).toBe(true);
    });

    test('takes an empty content', async () => {
      const stored = await content.write(Readable.from([]));
      expect(stored).toEqual({
        hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        size: 0,
        beginning: Buffer.alloc(0),
      });
      expect(await readAll(content, stored.hash)).toHaveLength(0);
    });

    test('takes text as UTF-8', async () => {
      const stored = await content.write(Readable.from(['Gr', 'öße']));
      expect((await readAll(content, stored.hash)).toString()).toBe('Größe');
      expect(stored.size).toBe(7);
    });

    test('takes bytes from memory, with the same result', async () => {
      for (const size of [0, 1, 4101, 65_536, 65_537, 262_144, 262_145, 900_000]) {
        const bytes = randomBytes(size);
        const stored = await content.write(bytes);
        expect(stored).toMatchObject({ hash: hashOf(bytes), size });
        expect(stored.beginning.equals(bytes.subarray(0, size <= 65_536 ? size : 4100))).toBe(true);
        expect(await content.size(stored.hash)).toBe(size);
        expect((await readAll(content, stored.hash)).equals(bytes)).toBe(true);
      }
    });

    test('takes many at the same time, equal ones among them', async () => {
      const all = Array.from({ length: 300 }, (_, at) => Buffer.from(`content ${at % 250}`));
      const stored = await Promise.all(all.map((bytes) => content.write(bytes)));
      for (const [at, { hash }] of stored.entries()) {
        expect((await readAll(content, hash)).toString()).toBe(`content ${at % 250}`);
      }
    });

    test('knows nothing of what was never written', async () => {
      const unknown = hashOf('never written');
      expect(await content.has(unknown)).toBe(false);
      expect(await content.size(unknown)).toBeUndefined();
      expect(await content.read(unknown)).toBeUndefined();
      expect(await content.read(unknown, { start: 0, end: 1 })).toBeUndefined();
    });

    test('reads parts, with both ends included', async () => {
      const bytes = randomBytes(900_000);
      const { hash } = await content.write(streamOf(bytes));
      const part = async (start: number, end: number) =>
        (await readAll(content, hash, { start, end })).equals(bytes.subarray(start, end + 1));
      expect(await part(0, 0)).toBe(true);
      expect(await part(262_143, 262_144)).toBe(true);
      expect(await part(10, 800_000)).toBe(true);
      expect(await part(899_999, 899_999)).toBe(true);
      expect(await part(0, 899_999)).toBe(true);
    });

    test('a part ends where the content ends', async () => {
      const { hash } = await content.write(Readable.from(['0123456789']));
      expect((await readAll(content, hash, { start: 7, end: 100 })).toString()).toBe('789');
      expect(await readAll(content, hash, { start: 10, end: 20 })).toHaveLength(0);
    });

    test('equal bytes are one content, also when they are written at the same time', async () => {
      const bytes = randomBytes(200_000);
      const stored = await Promise.all(Array.from({ length: 10 }, () => content.write(streamOf(bytes, 1000))));
      stored.push(await content.write(streamOf(bytes)));
      for (const one of stored) expect(one).toMatchObject({ hash: hashOf(bytes), size: bytes.length });
      expect((await readAll(content, hashOf(bytes))).equals(bytes)).toBe(true);
      expect(await content.sweep(naming([]), 0)).toEqual({ removed: 1 });
    });

    test('what is read can be altered without altering what is stored', async () => {
      const { hash } = await content.write(Readable.from(['unaltered']));
      (await readAll(content, hash)).fill(0);
      for await (const chunk of (await content.read(hash)) ?? []) chunk.fill(0);
      expect((await readAll(content, hash)).toString()).toBe('unaltered');
    });

    test('a reader may go away early', async () => {
      const bytes = randomBytes(2_000_000);
      const { hash } = await content.write(streamOf(bytes));
      const stream = await content.read(hash);
      for await (const _chunk of stream ?? []) break;
      expect(stream?.destroyed).toBe(true);
      expect((await readAll(content, hash)).equals(bytes)).toBe(true);
    });

    test('readers that do not read, or go away before they do, keep nobody waiting', async () => {
      const bytes = randomBytes(2_000_000);
      const { hash } = await content.write(streamOf(bytes));
      const open = () => content.read(hash);
      const waiting = await Promise.all(Array.from({ length: 60 }, open));
      expect((await readAll(content, hash)).equals(bytes)).toBe(true);
      for (const stream of waiting) stream?.destroy();
      for (let count = 0; count < 60; count += 1) (await open())?.destroy();
      expect((await readAll(content, hash)).equals(bytes)).toBe(true);
    });

    test('a source that fails half-way is refused with its own error, and nothing is kept', async () => {
      const failure = new Error('the line went dead');
      const source = new PassThrough();
      source.write('first half');
      const writing = content.write(source);
      setImmediate(() => source.destroy(failure));
      await expect(writing).rejects.toBe(failure);
      expect(await content.has(hashOf('first half'))).toBe(false);
    });

    test('a source that fails in the same moment is refused, and ends nothing else', async () => {
      const failure = new Error('too soon');
      const source = new PassThrough();
      const writing = content.write(source);
      source.destroy(failure);
      await expect(writing).rejects.toBe(failure);
    });

    test('a source that is broken off without an error is refused too', async () => {
      const source = new PassThrough();
      source.write('first half');
      const writing = content.write(source);
      setImmediate(() => source.destroy());
      await expect(writing).rejects.toThrow('Premature close');
      expect(await content.has(hashOf('first half'))).toBe(false);
    });

    test('a source that is gone before it is looked at is refused', async () => {
      const source = new PassThrough();
      source.destroy();
      await once(source, 'close');
      await expect(content.write(source)).rejects.toThrow('Premature close');
      expect(await content.has(hashOf(''))).toBe(false);
    });

    test('a sweep removes what is old and not in use, and nothing else', async () => {
      const used = await content.write(Readable.from(['used']));
      const unused = await content.write(Readable.from(['unused']));
      const result = await content.sweep(naming([used.hash, hashOf('was never here')]), 0);
      expect(result).toEqual({ removed: 1 });
      expect(await content.has(used.hash)).toBe(true);
      expect(await content.has(unused.hash)).toBe(false);
      expect(await content.read(unused.hash)).toBeUndefined();
      expect(await content.sweep(naming([used.hash]), 0)).toEqual({ removed: 0 });
    });

    test('a sweep leaves what is younger than the grace', async () => {
      const { hash } = await content.write(Readable.from(['just arrived']));
      expect(await content.sweep(naming([]), hour)).toEqual({ removed: 0 });
      expect(await content.has(hash)).toBe(true);
    });

    test('a sweep leaves what arrives while it runs, be it new or an old content once more', async () => {
      const old = await content.write(Readable.from(['old']));
      await content.write(Readable.from(['older, and not in use']));
      async function* inUseWhileWriting(): AsyncIterable<ContentHash> {
        // Clocks of file systems tick every few milliseconds.
        await wait(50);
        await content.write(Readable.from(['new']));
        await content.write(Readable.from(['old']));
        yield* [];
      }
      expect(await content.sweep(inUseWhileWriting(), 0)).toEqual({ removed: 1 });
      expect(await content.has(hashOf('new'))).toBe(true);
      expect(await content.has(old.hash)).toBe(true);
    });

    test('a sweep that cannot learn what is in use removes nothing', async () => {
      const { hash } = await content.write(Readable.from(['perhaps in use']));
      async function* failing(): AsyncIterable<ContentHash> {
        yield hashOf('something');
        throw new Error('the store is damaged');
      }
      await expect(content.sweep(failing(), 0)).rejects.toThrow('the store is damaged');
      expect(await content.has(hash)).toBe(true);
    });

    test('a removed content can be written again', async () => {
      const { hash } = await content.write(Readable.from(['again']));
      await content.sweep(naming([]), 0);
      await content.write(Readable.from(['again']));
      expect((await readAll(content, hash)).toString()).toBe('again');
    });
  });
}

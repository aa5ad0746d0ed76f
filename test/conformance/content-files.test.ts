import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openContentStore } from '../../src/adapters/filesystem/content-store.ts';
import { releaseChunk } from '../../src/base/buffer-pool.ts';
import type { ContentHash } from '../../src/base/ids.ts';
import type { ContentStore } from '../../src/ports/content-store.ts';
import { filesBelow } from '../support/files-below.ts';
import { collectBytes } from './collect.ts';
import { hashOf, readAll, streamOf } from './content-store.suite.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

let folder: TemporaryFolder;
let root: string;
let content: ContentStore;

beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, 'deep', 'content');
  content = await openContentStore(root);
});
afterEach(() => folder.remove());

const pathOf = (hash: ContentHash) => join(root, hash.slice(0, 2), hash);
const unfinished = () => filesBelow(join(root, 'tmp'));
const permissions = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function* nothing(): AsyncIterable<ContentHash> {
  yield* [];
}

describe('Content files', () => {
  test('lie in a folder named after their hash, readable by the owner only', async () => {
    const { hash } = await content.write(Readable.from(['here']));
    expect(await readFile(pathOf(hash), 'utf8')).toBe('here');
    expect(await permissions(pathOf(hash))).toBe('600');
    for (const path of [root, join(root, 'tmp'), join(pathOf(hash), '..')]) {
      expect(await permissions(path)).toBe('700');
    }
  });

  test('leave no unfinished file, whether they were taken, known already or broken off', async () => {
    await content.write(Readable.from(['same']));
    await content.write(Readable.from(['same']));
    const source = new PassThrough();
    source.write(randomBytes(3_000_000));
    const writing = content.write(source);
    setImmediate(() => source.destroy(new Error('broken off')));
    await expect(writing).rejects.toThrow('broken off');
    expect(await unfinished()).toEqual([]);
  });

  test('leave no unfinished file behind a store that is stopped while one is broken off', async () => {
    const source = new PassThrough();
    source.write(randomBytes(3_000_000));
    const writing = content.write(source).catch((error: unknown) => error);
    await expect.poll(unfinished).toHaveLength(1);
    source.destroy(new Error('broken off'));
    await content.stop();
    expect(await unfinished()).toEqual([]);
    expect(await writing).toMatchObject({ message: 'broken off' });
  });

  test('are there again after the store was opened anew, and what was unfinished is gone', async () => {
    const { hash } = await content.write(Readable.from(['to stay']));
    await writeFile(join(root, 'tmp', 'left by a crash'), 'half');
    const again = await openContentStore(root);
    expect(await unfinished()).toEqual([]);
    expect((await readAll(again, hash)).toString()).toBe('to stay');
  });

  test('that are not ours survive a sweep', async () => {
    const { hash } = await content.write(Readable.from(['ours']));
    await mkdir(join(root, 'aa', 'bb'), { recursive: true });
    const foreign = ['notes.txt', 'aa/README', `aa/bb/${hash}`, 'aa/short', 'cc'].map((name) => join(root, name));
    for (const path of foreign) await writeFile(path, 'foreign');
    expect(await content.sweep(nothing(), 0)).toEqual({ removed: 1 });
    for (const path of foreign) expect(await readFile(path, 'utf8')).toBe('foreign');
  });
});

describe('A damaged content file', () => {
  /** What a reader gets before the stream fails, and how it fails. */
  async function readDamaged(hash: ContentHash) {
    const received: Buffer[] = [];
    const stream = await content.read(hash);
    const failure = await (async () => {
      for await (const chunk of stream ?? []) received.push(chunk);
    })().catch((error: unknown) => error);
    return { size: Buffer.concat(received).length, failure };
  }

  async function written(bytes: Buffer) {
    const { hash } = await content.write(streamOf(bytes));
    return { hash, path: pathOf(hash) };
  }

  test.each([1, 1000, 262_144, 1_000_000])(
    'of %i bytes with one flipped bit is never given out whole',
    async (size) => {
      const bytes = randomBytes(size);
      const { hash, path } = await written(bytes);
      bytes.writeUInt8((bytes[0] ?? 0) ^ 1, 0);
      await writeFile(path, bytes);
      const { size: received, failure } = await readDamaged(hash);
      expect(failure).toMatchObject({ name: 'DamagedRecord', kind: 'content', key: hash });
      expect(received).toBeLessThan(size);
    },
  );

  test.each([0, 262_144, 500_000])('cut to %i bytes does not pass for a complete one', async (size) => {
    const { hash, path } = await written(randomBytes(1_000_000));
    await truncate(path, size);
    expect((await readDamaged(hash)).failure).toMatchObject({ name: 'DamagedRecord' });
  });

  test('with more behind its end does not pass for a complete one', async () => {
    const { hash, path } = await written(Buffer.from('as written'));
    await writeFile(path, ', and more', { flag: 'a' });
    expect((await readDamaged(hash)).failure).toMatchObject({ name: 'DamagedRecord' });
  });

  test('that is gone is not there', async () => {
    const { hash, path } = await written(Buffer.from('to be lost'));
    await rm(path);
    expect(await content.read(hash)).toBeUndefined();
    expect(await content.has(hash)).toBe(false);
  });

  test('is whole again when the same bytes are written once more', async () => {
    const bytes = randomBytes(5000);
    const { hash, path } = await written(bytes);
    await writeFile(path, randomBytes(5000));
    await content.write(streamOf(bytes));
    expect((await readAll(content, hash)).equals(bytes)).toBe(true);
  });
});

describe('A disk that refuses', () => {
  test('is told as such, with what to do', async () => {
    await rm(root, { recursive: true });
    const writing = content.write(Readable.from(['anything']));
    await expect(writing).rejects.toMatchObject({
      name: 'RepositoryError',
      code: 'StorageFailed',
      message: expect.stringContaining('the folder does not exist'),
    });
    await expect(writing).rejects.not.toThrow(root);
  });

  test('half-way through a file leaves nothing behind', async () => {
    const program = fileURLToPath(new URL('fixture/write-content.ts', import.meta.url));
    // The shell counts in units of 1024 bytes: no file of this process grows beyond 2 MB.
    const limited = `ulimit -f 2048; exec "${process.execPath}" --import tsx "${program}" "${root}" 5000000`;
    const child = spawn('bash', ['-c', limited], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    const answer = JSON.parse((await collectBytes(child.stdout)).toString());
    await ended;
    expect(answer).toMatchObject({ code: 'StorageFailed', message: expect.stringContaining('ulimit -f') });
    expect(await unfinished()).toEqual([]);
    expect((await readdir(root)).toSorted()).toEqual(['tmp']);
  });
});

test('a content far larger than the memory it may take is written and read', async () => {
  const chunk = randomBytes(1024 * 1024);
  const count = 300;
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  const { hash, size } = await content.write(Readable.from(Array.from({ length: count }, () => chunk)));
  let received = 0;
  for await (const part of (await content.read(hash)) ?? []) received += part.length;
  clearInterval(watch);
  expect(size).toBe(count * chunk.length);
  expect(received).toBe(size);
  expect(highest - before).toBeLessThan(100 * 1024 * 1024);
});

test.each([undefined, { start: 1, end: 4_000_000 }])(
  'what is given back chunk by chunk does not change what comes behind it: %o',
  async (range) => {
    const bytes = randomBytes(5_000_003);
    const { hash } = await content.write(streamOf(bytes));
    const stream = await content.read(hash, range);
    const digest = createHash('sha256');
    for await (const chunk of stream ?? []) {
      // As slowly as a socket: the next one has been read by now.
      await new Promise(setImmediate);
      digest.update(chunk);
      if (stream !== undefined) releaseChunk(stream, chunk);
    }
    const expected = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
    expect(digest.digest('hex')).toBe(hashOf(expected));
  },
);

test('streams that share memory do not change the bytes of one another', async () => {
  const contents = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const bytes = randomBytes(1_000_000 + at * 100_003);
      return { bytes, ...(await content.write(streamOf(bytes))) };
    }),
  );
  const digestOf = async (hash: ContentHash, leavesAfter: number): Promise<string> => {
    const stream = await content.read(hash);
    const digest = createHash('sha256');
    let count = 0;
    for await (const chunk of stream ?? []) {
      await new Promise(setImmediate);
      digest.update(chunk);
      if (stream !== undefined) releaseChunk(stream, chunk);
      count += 1;
      if (count === leavesAfter) break;
    }
    return digest.digest('hex');
  };
  // Every fourth reader leaves in the middle of the file.
  const readAllAtOnce = (): Promise<string[]> =>
    Promise.all(contents.map(({ hash }, at) => digestOf(hash, at % 4 === 3 ? 2 : Number.POSITIVE_INFINITY)));
  for (let round = 0; round < 3; round += 1)
    for (const [at, digest] of (await readAllAtOnce()).entries())
      if (at % 4 !== 3) expect(digest).toBe(contents[at]?.hash);
});

test('a slow reader gets chunks as they were read, so that their memory can be reused', async () => {
  const { hash } = await content.write(streamOf(randomBytes(3_000_000)));
  const stream = await content.read(hash);
  const memory = new Set<ArrayBufferLike>();
  for await (const chunk of stream ?? []) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((chunk as Buffer).length).toBeLessThanOrEqual(131_072);
    memory.add((chunk as Buffer).buffer);
    if (stream !== undefined) releaseChunk(stream, chunk);
  }
  // One chunk is with the reader, one is held back for the check, and one waits or is being read.
  expect(memory.size).toBeLessThanOrEqual(3);
});

test('a hash that was computed elsewhere finds the content', async () => {
  await content.write(Readable.from(['known']));
  expect((await readAll(content, hashOf('known'))).toString()).toBe('known');
});

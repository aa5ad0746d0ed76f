import { createHash, type Hash } from 'node:crypto';
import { fstatSync, read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { acquireChunk } from '../../base/buffer-pool.ts';
import type { ByteRange } from '../../base/byte-range.ts';
import { createMemoryPool } from '../../base/caching/memory-pool.ts';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';

/**
 * The size of a chunk, in bytes. Large enough for efficient reads, small enough that many slow readers do not fill the
 * memory.
 */
const chunkSize = 128 * 1024;

/** In bytes. Files of at most this size are read into memory of their own size. */
const maxSmallFile = 16 * 1024;

/**
 * The memory for the chunks of all streams. A stream uses up to three chunks; up to 4 MB stay allocated for the next streams. Without the
 * pool, each chunk was allocated from the system, and every 30 MB of them triggered a full garbage collection.
 */
const chunkMemory = createMemoryPool(chunkSize, 32);

/** A range of the file, cut at the end of the file. The digest cannot be checked for a range. */
export const readPart = (file: FileHandle, { start, end }: ByteRange): Readable =>
  new FileStream(file, { start, end, take: (chunk) => chunk, atEnd: () => undefined });

/**
 * The whole file. Throws if its size cannot be read. If its bytes do not match `hash`, the stream fails with `DamagedRecord`
 * before its last chunk, so that no reader takes a damaged file for a complete one.
 */
export function readWhole(file: FileHandle, hash: ContentHash): Readable {
  const digest: Hash = createHash('sha256');
  let pendingChunk: Buffer | undefined;
  return new FileStream(file, {
    start: 0,
    // This call does not wait for the disk. Without the size, a file of 1 KB would take 16 KB and a second read to find its end.
    end: fstatSync(file.fd).size - 1,
    take(chunk) {
      digest.update(chunk);
      const before = pendingChunk;
      pendingChunk = chunk;
      return before;
    },
    atEnd() {
      if (digest.digest('hex') !== hash) throw new DamagedRecord('content', hash);
      return pendingChunk;
    },
  });
}

const memoryFor = (length: number): ArrayBufferLike =>
  length <= maxSmallFile ? Buffer.allocUnsafeSlow(length).buffer : chunkMemory.take();

interface ReadPlan extends ByteRange {
  /** Returns the chunk that may be sent now that this one was read. */
  readonly take: (chunk: Buffer) => Buffer | undefined;
  /** Returns the last chunk, if one was held back. Throws if the file is damaged, so that the stream fails before it. */
  readonly atEnd: () => Buffer | undefined;
}

/**
 * Reads with callbacks into buffers that the reader releases for reuse. With promises, a Node stream and new memory for
 * each chunk, a large file takes several times the CPU time. Closes the file at the end.
 */
class FileStream extends Readable {
  readonly #file: FileHandle;
  readonly #plan: ReadPlan;
  #position: number;
  #reading = false;
  #whenRead = (): void => {};

  constructor(file: FileHandle, plan: ReadPlan) {
    // Otherwise the iterator joins waiting chunks in new memory for a slow reader, and their own memory cannot be reused.
    super({ objectMode: true, highWaterMark: 1 });
    this.#file = file;
    this.#plan = plan;
    this.#position = plan.start;
    acquireChunk(this, ({ buffer }) => chunkMemory.release(buffer));
  }

  override _read(): void {
    const left = this.#plan.end - this.#position + 1;
    if (left === 0) return void this.#finish();
    const memory = memoryFor(left);
    const length = Math.min(left, memory.byteLength);
    this.#reading = true;
    read(this.#file.fd, Buffer.from(memory), 0, length, this.#position, (error, count) => {
      this.#reading = false;
      this.#whenRead();
      if (this.destroyed) return;
      if (error !== null) return void this.destroy(error);
      if (count === 0) return void this.#finish();
      this.#position += count;
      const ready = this.#plan.take(Buffer.from(memory, 0, count));
      if (ready === undefined) this._read();
      else this.push(ready);
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const close = (): void => {
      this.#file.close().then(
        () => done(error),
        (closeError: Error) => done(error ?? closeError),
      );
    };
    // The descriptor of a closed file is soon reused, so no read may still be using it.
    if (this.#reading) this.#whenRead = close;
    else close();
  }

  #finish(): void {
    try {
      const last = this.#plan.atEnd();
      if (last !== undefined) this.push(last);
      this.push(null);
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}

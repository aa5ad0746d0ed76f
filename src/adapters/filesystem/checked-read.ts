import { createHash, type Hash } from 'node:crypto';
import { read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { acquireChunk } from '../../base/buffers/buffer-pool.ts';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** Large enough that reading costs little, and small enough that many slow readers do not fill the memory. */
const chunkSize = 256 * 1024;

/** A part of the file; it ends where the file ends. A digest of the whole cannot be checked here. */
export function readPart(file: FileHandle, { start, end }: ByteRange): Readable {
  return streamOf(file, {
    start,
    end,
    take: (chunk) => chunk,
    atEnd: () => undefined,
  });
}

/**
 * The whole file, checked on the way: where the bytes are not those of `hash` the stream fails with `DamagedRecord`
 * before its last chunk, so that nobody takes a damaged file for a complete one.
 */
export function readWhole(file: FileHandle, hash: ContentHash): Readable {
  const digest: Hash = createHash('sha256');
  let held: Buffer | undefined;
  return streamOf(file, {
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
    take(chunk) {
      digest.update(chunk);
      const before = held;
      held = chunk;
      return before;
    },
    atEnd() {
      if (digest.digest('hex') !== hash) throw new DamagedRecord('content', hash);
      return held;
    },
  });
}

interface Course extends ByteRange {
  /** Gives what can go out now that this chunk was read. */
  readonly take: (chunk: Buffer) => Buffer | undefined;
  /** Gives what is still to go out. Throws where nothing more may. */
  readonly atEnd: () => Buffer | undefined;
}

/**
 * Reads with callbacks, into chunks that come back where the reader gives them: by promises, with a stream of Node in
 * between, and with new memory for each chunk, a large file takes several times the processor. Closes the file at its end.
 */
function streamOf(file: FileHandle, { start, end, take, atEnd }: Course): Readable {
  const free: ArrayBufferLike[] = [];
  let position = start;
  let reading = false;
  let whenRead = (): void => {};

  const finish = (stream: Readable): void => {
    try {
      const last = atEnd();
      if (last !== undefined) stream.push(last);
      stream.push(null);
    } catch (error) {
      stream.destroy(error as Error);
    }
  };

  const next = (stream: Readable): void => {
    const length = Math.min(chunkSize, end - position + 1);
    if (length === 0) return void finish(stream);
    const memory = free.pop() ?? Buffer.allocUnsafeSlow(chunkSize).buffer;
    reading = true;
    read(file.fd, Buffer.from(memory), 0, length, position, (error, count) => {
      reading = false;
      whenRead();
      if (stream.destroyed) return;
      if (error !== null) return void stream.destroy(error);
      if (count === 0) return void finish(stream);
      position += count;
      const ready = take(Buffer.from(memory, 0, count));
      if (ready === undefined) next(stream);
      else stream.push(ready);
    });
  };

  const stream = new Readable({
    highWaterMark: chunkSize,
    read() {
      next(this);
    },
    destroy(error, done) {
      const close = (): void => {
        file.close().then(
          () => done(error),
          (closeError: Error) => done(error ?? closeError),
        );
      };
      // The number of a closed file is soon another file's: nothing may still be reading by it.
      if (reading) whenRead = close;
      else close();
    },
  });
  acquireChunk(stream, (chunk) => free.push(chunk.buffer));
  return stream;
}

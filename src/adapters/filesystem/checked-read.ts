import { createHash, type Hash } from 'node:crypto';
import { read } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { acquireChunk } from '../../base/buffers/buffer-pool.ts';
import type { ByteRange } from '../../base/byte-range.ts';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';

/** In bytes. Large enough for efficient reads, small enough that many slow readers do not fill the memory. */
const chunkSize = 256 * 1024;

/** A range of the file, cut at the end of the file. The digest cannot be checked for a range. */
export function readPart(file: FileHandle, { start, end }: ByteRange): Readable {
  return streamOf(file, {
    start,
    end,
    take: (chunk) => chunk,
    atEnd: () => undefined,
  });
}

/**
 * The whole file, checked while it is read. If the bytes do not match `hash`, the stream fails with `DamagedRecord` before
 * its last chunk, so that no reader takes a damaged file for a complete one.
 */
export function readWhole(file: FileHandle, hash: ContentHash): Readable {
  const digest: Hash = createHash('sha256');
  let pendingChunk: Buffer | undefined;
  return streamOf(file, {
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
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

interface ReadPlan extends ByteRange {
  /** Returns the chunk that may be sent now that this one was read. */
  readonly take: (chunk: Buffer) => Buffer | undefined;
  /** Returns the last chunk to send. Throws if the file must not be sent completely. */
  readonly atEnd: () => Buffer | undefined;
}

/**
 * Reads with callbacks into chunks that the reader returns for reuse. With promises, a Node stream and new memory for each
 * chunk, a large file takes several times the CPU time. Closes the file at the end.
 */
function streamOf(file: FileHandle, { start, end, take, atEnd }: ReadPlan): Readable {
  const freeChunks: ArrayBufferLike[] = [];
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
    const memory = freeChunks.pop() ?? Buffer.allocUnsafeSlow(chunkSize).buffer;
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
      // The descriptor of a closed file is soon reused, so no read may still be using it.
      if (reading) whenRead = close;
      else close();
    },
  });
  acquireChunk(stream, (chunk) => freeChunks.push(chunk.buffer));
  return stream;
}

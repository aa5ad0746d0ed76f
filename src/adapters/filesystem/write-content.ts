import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { StoredContent } from '../../ports/content-store.ts';

/** The maximum number of bytes that are buffered while a write runs. */
const bufferSize = 1024 * 1024;

/**
 * Writes the beginning and the rest of a content into a new file and hashes it. Resolves when the bytes are synced to disk; the
 * name of the file is not synced yet. Rejects with the stream's error or with `StorageFailed`, and may then leave an incomplete
 * file.
 */
export async function writeContent(beginning: Uint8Array, rest: Readable, path: string): Promise<StoredContent> {
  const hash = createHash('sha256');
  const counter = { size: 0 };
  const sink = fileSink(path, hash, counter);
  sink.write(beginning);
  await pipeline(rest, sink);
  // The hex digest of SHA-256 has the form of a ContentHash.
  return { hash: hash.digest('hex') as ContentHash, size: counter.size };
}

/** Writes all chunks at the current position, also if the system writes only some of them at first. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  // Unlike `write`, `writeFile` continues after a short write, and it starts at the current position.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

type Done = (error?: Error | null) => void;

function settle(work: Promise<void>, done: Done): void {
  work.then(
    () => done(),
    (error: unknown) => done(storageFailure('The content could not be saved', error)),
  );
}

function fileSink(path: string, hash: Hash, counter: { size: number }): Writable {
  let file: FileHandle | undefined;
  const openFile = async () => {
    file = await open(path, 'wx', 0o600);
  };
  const write = async (chunks: readonly Uint8Array[]) => {
    // The chunks are hashed while the thread pool writes them.
    const written = file === undefined ? undefined : writeAll(file, chunks);
    for (const chunk of chunks) {
      hash.update(chunk);
      counter.size += chunk.length;
    }
    await written;
  };
  return new Writable({
    highWaterMark: bufferSize,
    construct: (done) => settle(openFile(), done),
    writev: (chunks, done) => settle(write(chunks.map(({ chunk }) => chunk)), done),
    final: (done) => settle(file?.sync() ?? Promise.resolve(), done),
    // Closing waits for a running write.
    destroy: (error, done) => settleClose(file, error, done),
  });
}

function settleClose(file: FileHandle | undefined, error: Error | null, done: Done): void {
  (file?.close() ?? Promise.resolve()).then(
    () => done(error),
    (closeError: unknown) => done(error ?? storageFailure('The content could not be saved', closeError)),
  );
}

import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { StoredContent } from '../../ports/content-store.ts';

/** The maximum number of bytes that are buffered while a write runs. */
const bufferSize = 1024 * 1024;

/**
 * Writes the stream into a new file and hashes it. Resolves when the bytes are synced to disk; the name of the file is not
 * synced yet. Rejects with the stream's error or with `StorageFailed`, and may then leave an incomplete file.
 */
export async function writeContent(bytes: AsyncIterable<Uint8Array>, path: string): Promise<StoredContent> {
  const hash = createHash('sha256');
  const counter = { size: 0 };
  // Nothing may be awaited before this: an unhandled error of the source would end the process.
  await pipeline(bytes, fileSink(path, hash, counter));
  // The hex digest of SHA-256 has the form of a ContentHash.
  return { hash: hash.digest('hex') as ContentHash, size: counter.size };
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
  const write = async (chunks: readonly { readonly chunk: Uint8Array }[]) => {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    hash.update(bytes);
    counter.size += bytes.length;
    // Unlike `write`, `writeFile` continues after a short write, and it starts at the current position.
    await file?.writeFile(bytes);
  };
  return new Writable({
    highWaterMark: bufferSize,
    construct: (done) => settle(openFile(), done),
    writev: (chunks, done) => settle(write(chunks), done),
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

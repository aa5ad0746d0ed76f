import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { openRegularFile } from './regular-file.ts';

export interface LocalFile {
  /** The size at the time of opening, in bytes. */
  readonly size: number;
  /** Reads the first `size` bytes. */
  bytes(): Readable;
  /** The SHA-256 of those bytes in lower-case hexadecimal. */
  hash(): Promise<string>;
  close(): Promise<void>;
}

const chunkSize = 262_144;

/** Reads a stream to its end and resolves with its SHA-256 in lower-case hexadecimal. */
export async function sha256Of(bytes: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Opens a local file for reading. Rejects with a failure if it is not a regular file. */
export async function openLocalFile(path: string): Promise<LocalFile> {
  const handle = await openRegularFile(path);
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    throw new Failure(exitCodes.error, {
      what: `${path} is a folder.`,
      why: 'The command needs a file.',
      next: 'To upload a folder, use edu-repo import, or edu-repo cp -r',
    });
  }
  const { size } = facts;
  const bytes = (): Readable =>
    size === 0
      ? Readable.from([])
      : handle.createReadStream({ start: 0, end: size - 1, autoClose: false, highWaterMark: chunkSize });
  return { size, bytes, hash: () => sha256Of(bytes()), close: () => handle.close() };
}

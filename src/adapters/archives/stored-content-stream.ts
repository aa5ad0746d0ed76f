import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { StoredContent } from './archive-messages.ts';

/** The content is missing, or it cannot be read, or its bytes do not have their hash. */
export class UnreadableContent extends Error {}

/** In bytes. Larger buffers cost more: the system has to clear their memory each time. */
const maxChunkSize = 262_144;

/** Errors that concern this one content. `EIO`: its part of the disk is damaged. */
const contentErrors: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EIO']);

function* chunksOf({ file, size }: StoredContent): Generator<Buffer> {
  // A small content gets a small buffer: an archive may have many of them.
  const chunkSize = Math.min(maxChunkSize, Math.max(size, 1));
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(chunkSize);
      const length = readSync(descriptor, buffer);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

function* verifiedChunks(content: StoredContent): Generator<Buffer> {
  const digest = createHash('sha256');
  try {
    for (const chunk of chunksOf(content)) {
      digest.update(chunk);
      yield chunk;
    }
  } catch (error) {
    if (!contentErrors.has(systemErrorCode(error))) throw error;
    throw new UnreadableContent(messageOf(error), { cause: error });
  }
  const actual = digest.digest('hex');
  if (actual === content.hash) return;
  throw new UnreadableContent(`The content ${content.hash} has bytes with the SHA-256 ${actual}`);
}

/** The bytes of a content, read synchronously. Fails at the end with `UnreadableContent` if they do not have their hash. */
export const storedContentStream = (content: StoredContent): Readable =>
  Readable.from(verifiedChunks(content), { objectMode: false, highWaterMark: maxChunkSize });

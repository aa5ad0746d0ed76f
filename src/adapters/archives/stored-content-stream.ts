import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { StoredContent } from './archive-messages.ts';

/** The content is missing, or it cannot be read, or its bytes do not have their hash. */
export class UnreadableContent extends Error {}

const maxChunkSize = 1_048_576;

/** Errors that concern this one content. `EIO`: its part of the disk is damaged. */
const contentErrors: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EIO']);

async function* verifiedChunks({ file, hash, size }: StoredContent): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  // A small content gets a small buffer: an archive may have many of them.
  const highWaterMark = Math.min(maxChunkSize, Math.max(size, 1));
  try {
    for await (const chunk of createReadStream(file, { highWaterMark })) {
      digest.update(chunk);
      yield chunk;
    }
  } catch (error) {
    if (!contentErrors.has(systemErrorCode(error))) throw error;
    throw new UnreadableContent(messageOf(error), { cause: error });
  }
  const actual = digest.digest('hex');
  if (actual !== hash) throw new UnreadableContent(`The content ${hash} has bytes with the SHA-256 ${actual}`);
}

/** The bytes of a content. Fails at the end with `UnreadableContent` if they do not have their hash. */
export const storedContentStream = (content: StoredContent): Readable =>
  Readable.from(verifiedChunks(content), { objectMode: false, highWaterMark: maxChunkSize });

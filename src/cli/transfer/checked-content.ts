import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { messageOf } from '../../base/errors/errors.ts';
import { InterruptedDownload } from '../../client/answer-error.ts';
import { isDamagedRecord } from '../program/explain-error.ts';

/**
 * Yields the bytes of a content unchanged. Throws `InterruptedDownload` if they end early, and at the end if their SHA-256 differs
 * from the expected one.
 */
export async function* checkedContent(
  bytes: Readable,
  name: string,
  expected: string | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of bytes) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  } catch (error) {
    if (isDamagedRecord(error)) throw error;
    throw new InterruptedDownload(`The download of ${name} was interrupted: ${messageOf(error)}.`, { cause: error });
  }
  if (expected !== undefined && hash.digest('hex') !== expected) {
    throw new InterruptedDownload(`The content of ${name} does not match the hash that the server announced.`);
  }
}

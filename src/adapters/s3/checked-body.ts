import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';
import { bucketFailure } from './errors.ts';

/** Rethrows what breaks a body as an error for callers. */
async function* explained(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw bucketFailure('The content could not be read', error);
  }
}

/** Holds the last chunk back until the digest is known, so that no reader takes a damaged content for a complete one. */
async function* checked(body: AsyncIterable<Buffer>, hash: ContentHash): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let last: Buffer | undefined;
  for await (const chunk of body) {
    digest.update(chunk);
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (digest.digest('hex') !== hash) throw new DamagedRecord('content', hash);
  if (last !== undefined) yield last;
}

/** A stream of chunks that ends the body with it, also if nothing of it was read: its connection would stay in use. */
function streamed(chunks: AsyncIterable<Buffer>, body: Readable): Readable {
  const stream = Readable.from(chunks);
  stream.once('close', () => body.destroy());
  return stream;
}

/** The bytes of a whole content. The stream fails with `DamagedRecord` before its last chunk if they do not have their digest. */
export const wholeBody = (body: Readable, hash: ContentHash): Readable =>
  streamed(checked(explained(body), hash), body);

/** The bytes of a part of a content, whose digest cannot be checked. */
export const partOfBody = (body: Readable): Readable => streamed(explained(body), body);

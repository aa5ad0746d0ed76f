import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContentHash } from '../../base/ids.ts';
import { DamagedRecord } from '../../ports/store.ts';
import { bucketFailure } from './errors.ts';

/** Rethrows what breaks a body as an error for callers. */
async function* explained(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
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

/** The bytes of a whole content. The stream fails with `DamagedRecord` before its last chunk if they do not have their digest. */
export const wholeBody = (body: AsyncIterable<Uint8Array>, hash: ContentHash): Readable =>
  Readable.from(checked(explained(body), hash));

/** The bytes of a part of a content, whose digest cannot be checked. */
export const partOfBody = (body: AsyncIterable<Uint8Array>): Readable => Readable.from(explained(body));

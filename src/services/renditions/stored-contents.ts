import type { Readable } from 'node:stream';
import { bytesOf } from '../../base/byte-streams.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentStore } from '../../ports/content-store.ts';

/** Opens a content from its beginning to its end. Rejects with `NotFound` if it is missing on disk. */
export async function openContent(content: ContentStore, hash: ContentHash): Promise<Readable> {
  const bytes = await content.read(hash);
  if (bytes !== undefined) return bytes;
  throw new RepositoryError(
    'NotFound',
    `The content ${hash} is missing on disk. Restore it from a backup of the data directory.`,
  );
}

/** The first `length` bytes of a content, unverified. Empty if the content is missing. */
export async function headOf(content: Pick<ContentStore, 'read'>, hash: ContentHash, length: number): Promise<Buffer> {
  const head = await content.read(hash, { start: 0, end: length - 1 });
  return head === undefined ? Buffer.alloc(0) : bytesOf(head);
}

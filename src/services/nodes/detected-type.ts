import { buffer } from 'node:stream/consumers';
import { asMimeType } from '../../base/mime-type.ts';
import { detectedType, signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { ContentStore, StoredContent } from '../../ports/content-store.ts';

async function detected(head: Buffer): Promise<string | undefined> {
  // Loaded when the first file comes: a server that starts does not wait for it.
  const { fileTypeFromBuffer } = await import('file-type/core');
  try {
    const found = await fileTypeFromBuffer(head);
    return found === undefined ? undefined : asMimeType(found.mime);
  } catch {
    // A file that ends in the middle of what tells its type tells none.
    return undefined;
  }
}

/** The media type of a content that was just stored: as its sender says, or what its bytes are where that is another. */
export async function typeOfStored(
  content: Pick<ContentStore, 'read'>,
  stored: StoredContent,
  stated: string,
): Promise<string> {
  if (stored.size === 0) return stated;
  const bytes = await content.read(stored.hash, { start: 0, end: signatureBytes - 1 });
  if (bytes === undefined) return stated;
  const head = await buffer(bytes);
  return detectedType(stated, await detected(head), head);
}

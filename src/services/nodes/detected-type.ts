import { asMimeType } from '../../base/mime-type.ts';
import { detectedType, signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { ContentStore, StoredContent } from '../../ports/content-store.ts';
import { headOf } from '../renditions/stored-contents.ts';

async function detected(head: Buffer): Promise<string | undefined> {
  // Loaded with the first upload, so that it does not delay the start of the server.
  const { fileTypeFromBuffer } = await import('file-type/core');
  try {
    const type = await fileTypeFromBuffer(head);
    return type === undefined ? undefined : asMimeType(type.mime);
  } catch {
    // The file ends within its signature.
    return undefined;
  }
}

/** The media type of a new content: the one that the client stated, unless the bytes show another one. */
export async function typeOfStored(
  content: Pick<ContentStore, 'read'>,
  stored: StoredContent,
  stated: string,
): Promise<string> {
  const head = stored.size === 0 ? Buffer.alloc(0) : await headOf(content, stored.hash, signatureBytes);
  return head.length === 0 ? stated : detectedType(stated, await detected(head), head);
}

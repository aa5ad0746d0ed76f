import { asMimeType } from '../../base/mime-type.ts';
import { detectedType, signatureBytes } from '../../domain/renditions/detected-type.ts';
import type { WrittenContent } from '../../ports/content-store.ts';

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

/** The media type of a new content: the one that the client stated, unless its first bytes show another one. */
export async function typeOfContent({ beginning }: Pick<WrittenContent, 'beginning'>, stated: string): Promise<string> {
  const head = beginning.subarray(0, signatureBytes);
  return head.length === 0 ? stated : detectedType(stated, await detected(head), head);
}

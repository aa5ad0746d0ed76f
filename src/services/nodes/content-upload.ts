import type { Readable } from 'node:stream';
import { asMimeType, unknownMimeType } from '../../base/mime-type.ts';
import { mimeTypeOfName } from '../../base/mime-type-of-name.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import type { Seams } from '../../ports/seams.ts';
import { typeOfContent } from './detected-type.ts';

/** The content of a node, as a client sends it. */
export interface ContentUpload {
  readonly bytes: Readable | Uint8Array;
  /** Media types that the client stated: in the query, then in the header of the part. */
  readonly mimeTypes: readonly (string | undefined)[];
  /** The name of the file on the client's side. */
  readonly fileName: string;
}

/** The first media type that the client stated, or else the one that the name of the node or file implies. */
function typeOfUpload(upload: ContentUpload, nodeName: string): string {
  for (const stated of upload.mimeTypes) {
    const mimeType = stated === undefined ? undefined : asMimeType(stated);
    if (mimeType !== undefined && mimeType !== unknownMimeType) return mimeType;
  }
  const byName = mimeTypeOfName(nodeName);
  return byName === unknownMimeType ? mimeTypeOfName(upload.fileName) : byName;
}

/** Stores the bytes, and determines their type. `nodeName` is the name of the node that gets the content. */
export async function storeUpload(
  { content }: Pick<Seams, 'content'>,
  nodeName: string,
  upload: ContentUpload,
): Promise<ContentReference> {
  const written = await content.write(upload.bytes);
  const mimeType = await typeOfContent(written, typeOfUpload(upload, nodeName));
  return { hash: written.hash, size: written.size, mimeType };
}

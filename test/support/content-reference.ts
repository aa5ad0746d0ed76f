import type { ContentReference } from '../../src/domain/nodes/records.ts';
import type { StoredContent } from '../../src/ports/content-store.ts';

/** What a node has of a content that was written. */
export const referenceTo = ({ hash, size }: StoredContent, mimeType = 'text/plain'): ContentReference => ({
  hash,
  size,
  mimeType,
});

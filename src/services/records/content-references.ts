import type { ContentHash } from '../../base/ids.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';

/** The part of a node that uses a stored content. */
export type ContentPart = 'content' | 'preview' | 'text';

export interface ContentUse {
  readonly part: ContentPart;
  readonly hash: ContentHash;
}

/** The contents that the record of a node refers to. Its versions refer to further ones. */
export function* contentsOfNode({ content, ownPreview, givenText }: NodeRecord): Generator<ContentUse> {
  if (content !== null) yield { part: 'content', hash: content.hash };
  if (ownPreview !== undefined) yield { part: 'preview', hash: ownPreview.hash };
  if (givenText !== undefined) yield { part: 'text', hash: givenText.text.hash };
}

import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { TextRecord } from '../../domain/renditions/extracted-text.ts';
import type { Seams } from '../../ports/seams.ts';
import { createNodeFollower, type NodeFollower } from '../background/node-follower.ts';
import { textFollowerName } from './cached-texts.ts';
import type { FileFieldService } from './file-fields.ts';
import type { TextService } from './texts.ts';

interface TextTask {
  readonly node: NodeId;
  readonly content: ContentHash;
}

/** Whether nothing depends on this result: there is no text, and nothing to fill. */
const isEmpty = ({ text, said = {} }: TextRecord): boolean => text === null && Object.keys(said).length === 0;

/**
 * Extracts the texts of new contents in the background, and fills the empty fields of their nodes with what the files say of themselves. The
 * index reads plain text files itself.
 */
export function createTextFollower(
  seams: Pick<Seams, 'store' | 'plainText' | 'log'>,
  texts: TextService,
  fileFields: FileFieldService,
): NodeFollower {
  const { store, plainText } = seams;
  return createNodeFollower<TextTask>(seams, {
    name: textFollowerName,
    prepare: texts.prepare,
    // No search finds an unlisted node or a child object.
    find: ({ id, content, unlisted, isChildObject }) => {
      if (content === null || unlisted || isChildObject || plainText.isPlain(content.mimeType)) return [];
      return [{ node: id, content: content.hash }];
    },
    async work({ node, content }, { retry }) {
      const record = await texts.make(content, { retry });
      if (record === 'later') return 'later';
      const indexed = await store.nodeTexts.get(node);
      if (record === undefined || (indexed === undefined && isEmpty(record))) return record !== undefined;
      if (indexed?.content === content && indexed.at === record.at) return false;
      // The index may hold the node without its text. This write makes the index follower index the node again.
      await store.change(async (change) => {
        // Only once for a content: what a person removes afterwards stays removed.
        if (indexed?.content !== content) await fileFields.fill(change, node, content, record.said);
        change.nodeTexts.put(node, { content, at: record.at });
      });
      return true;
    },
    messages: {
      waits: 'The texts of new contents cannot be extracted now.',
      leftOut: 'No text was extracted from the content of a node.',
    },
  });
}

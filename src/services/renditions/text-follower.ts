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
  readonly mayHaveText: boolean;
  /** Whether fields of the node were read from a file, perhaps from the one before. */
  readonly hasFileFields: boolean;
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
    find: ({ id, content, unlisted, isChildObject, readFromFile }) => {
      if (content === null || unlisted || isChildObject) return [];
      const mayHaveText = !plainText.isPlain(content.mimeType);
      const hasFileFields = readFromFile !== undefined;
      return mayHaveText || hasFileFields ? [{ node: id, content: content.hash, mayHaveText, hasFileFields }] : [];
    },
    async work({ node, content, mayHaveText, hasFileFields }, { retry }) {
      const record = mayHaveText ? await texts.make(content, { retry }) : undefined;
      if (record === 'later') return 'later';
      if (record === undefined && hasFileFields) {
        await store.change((change) => fileFields.fill(change, node, content, {}));
      }
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

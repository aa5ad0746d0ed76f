import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { Seams } from '../../ports/seams.ts';
import { createNodeFollower, type NodeFollower } from '../background/node-follower.ts';
import { textFollowerName } from './cached-texts.ts';
import type { TextService } from './texts.ts';

interface Named {
  readonly node: NodeId;
  readonly content: ContentHash;
}

/**
 * Reads the texts of new contents behind the answers, and of all that came while nobody did. Plain texts are not waited
 * for: the index reads them itself.
 */
export function createTextFollower(
  seams: Pick<Seams, 'store' | 'plainText' | 'log'>,
  texts: TextService,
): NodeFollower {
  const { store, plainText } = seams;
  return createNodeFollower<Named>(seams, {
    name: textFollowerName,
    prepare: texts.prepare,
    find: ({ id, content }) =>
      content === null || plainText.isPlain(content.mimeType) ? [] : [{ node: id, content: content.hash }],
    async work({ node, content }, { retry }) {
      const record = await texts.make(content, { retry });
      if (record === 'later') return 'later';
      const told = await store.nodeTexts.get(node);
      if (record === undefined || (told === undefined && record.text === null)) return record !== undefined;
      if (told?.content === content && told.at === record.at) return false;
      // The index may have taken the node in before its text was there: this row of the change log tells it.
      await store.change(async (change) => change.nodeTexts.put(node, { content, at: record.at }));
      return true;
    },
    messages: {
      waits: 'The texts of new contents wait.',
      leftOut: 'No text is read of what cannot be read.',
    },
  });
}

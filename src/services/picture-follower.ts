import { messageOf, RepositoryError } from '../base/errors.ts';
import { asNodeId, type ContentHash } from '../base/ids.ts';
import type { NodeRecord } from '../domain/records.ts';
import type { Seams } from '../ports/seams.ts';
import { createNodeFollower, type NodeFollower } from './node-follower.ts';
import type { PictureService } from './pictures.ts';

const contentsOf = (node: NodeRecord): ContentHash[] =>
  [node.ownPreview, node.content ?? undefined].flatMap((content) => (content === undefined ? [] : [content.hash]));

/** It will be so with the next content, too: nothing can be made or written now. */
const concernsAll = (error: unknown): boolean =>
  error instanceof RepositoryError && (error.code === 'Unavailable' || error.code === 'StorageFailed');

/** Makes the pictures of new contents behind the answers, and of all that came while nobody did. */
export function createPictureFollower(seams: Pick<Seams, 'store' | 'log'>, pictures: PictureService): NodeFollower {
  const { store, log } = seams;
  return createNodeFollower<ContentHash>(seams, {
    name: 'pictures',
    waits: 'The pictures of new contents wait.',
    async find(keys) {
      const contents = new Set<ContentHash>();
      for (const key of keys) {
        try {
          const node = await store.nodes.get(asNodeId(key) ?? key);
          if (node !== undefined) for (const hash of contentsOf(node)) contents.add(hash);
        } catch (error) {
          // One damaged record must not keep all others without a picture.
          log.warn('No picture is made of a node that cannot be read.', { node: key, reason: messageOf(error) });
        }
      }
      return contents;
    },
    async work(hash) {
      try {
        if ((await pictures.known(hash)) !== undefined) return false;
        return (await pictures.make(hash, { urgent: false })) !== undefined;
      } catch (error) {
        if (concernsAll(error)) throw error;
        // Nor must one content that cannot be read.
        log.warn('No picture is made of a content that cannot be read.', { content: hash, reason: messageOf(error) });
        return false;
      }
    },
  });
}

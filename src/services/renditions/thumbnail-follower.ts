import type { ContentHash } from '../../base/ids.ts';
import type { Seams } from '../../ports/seams.ts';
import { createNodeFollower, type NodeFollower } from '../background/node-follower.ts';
import { sourcesOf } from './previews.ts';
import type { ThumbnailService } from './thumbnails.ts';

/** Generates the thumbnails of new contents in the background. */
export function createThumbnailFollower(
  seams: Pick<Seams, 'store' | 'log'>,
  thumbnails: ThumbnailService,
): NodeFollower {
  return createNodeFollower<ContentHash>(seams, {
    name: 'pictures',
    find: (node) => sourcesOf(node).map(({ hash }) => hash),
    async work(hash, { retry }) {
      if ((await thumbnails.known(hash)) !== undefined) return false;
      if (!retry && (await thumbnails.hasFailed(hash))) return 'later';
      const made = await thumbnails.make(hash, { urgent: false, once: !retry });
      return made?.tried?.again === true ? 'later' : made !== undefined;
    },
    messages: {
      waits: 'The thumbnails of new contents cannot be generated now.',
      leftOut: 'No thumbnail was generated for the content of a node.',
    },
  });
}

import type { ContentHash } from '../../base/ids.ts';
import type { Seams } from '../../ports/seams.ts';
import { createNodeFollower, type NodeFollower } from '../background/node-follower.ts';
import type { ThumbnailService } from './thumbnails.ts';

/** Makes the pictures of new contents behind the answers, and of all that came while nobody did. */
export function createThumbnailFollower(seams: Pick<Seams, 'store' | 'log'>, pictures: ThumbnailService): NodeFollower {
  return createNodeFollower<ContentHash>(seams, {
    name: 'pictures',
    find: ({ ownPreview, content }) =>
      [ownPreview, content ?? undefined].flatMap((reference) => (reference === undefined ? [] : [reference.hash])),
    async work(hash, { retry }) {
      if ((await pictures.known(hash)) !== undefined) return false;
      if (!retry && (await pictures.hasFailed(hash))) return 'later';
      const made = await pictures.make(hash, { urgent: false, once: !retry });
      return made?.tried?.again === true ? 'later' : made !== undefined;
    },
    messages: {
      waits: 'The pictures of new contents wait.',
      leftOut: 'No picture is made of what cannot be read.',
    },
  });
}

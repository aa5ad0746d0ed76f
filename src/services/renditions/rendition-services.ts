import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import type { NodeFollower } from '../background/node-follower.ts';
import { type CustomPreviewService, createCustomPreviewService } from './custom-previews.ts';
import { createFileFieldService, type FileFieldOptions } from './file-fields.ts';
import { createNodeTextService, type NodeTextService } from './node-texts.ts';
import { createPreviewService, type PreviewService } from './previews.ts';
import { createTextFollower } from './text-follower.ts';
import { createTextService, type TextService } from './texts.ts';
import { createThumbnailFollower } from './thumbnail-follower.ts';
import { createThumbnailService, type ThumbnailService } from './thumbnails.ts';

/** Thumbnails and texts that are derived from contents. */
export interface RenditionServices {
  readonly thumbnails: ThumbnailService;
  readonly thumbnailFollower: NodeFollower;
  readonly previews: PreviewService;
  readonly customPreviews: CustomPreviewService;
  readonly texts: TextService;
  readonly textFollower: NodeFollower;
  readonly nodeTexts: NodeTextService;
}

/** What is derived in the background may come from `recent`, see `RecentContents`. What a caller requests comes from the disk. */
export function createRenditionServices(
  seams: Seams,
  recent: Pick<Seams, 'content'>,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
  options: FileFieldOptions,
): RenditionServices {
  const thumbnails = createThumbnailService({ ...seams, ...recent });
  const texts = createTextService({ ...seams, ...recent });
  return {
    thumbnails,
    thumbnailFollower: createThumbnailFollower(seams, thumbnails),
    previews: createPreviewService(seams, rights, references, thumbnails),
    customPreviews: createCustomPreviewService(seams, rights, thumbnails),
    texts,
    textFollower: createTextFollower(seams, texts, createFileFieldService(options)),
    nodeTexts: createNodeTextService(seams, rights, references),
  };
}

import type { z } from 'zod';
import type { Preview } from '../../../contract/objects/node.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';
import { cardSize } from './card.ts';

/** Preview (2.2), later form: `width` and `height` are those of what `url` answers. Another state has another address. */
export function presentPreview({ node, thumbnail: picture }: NodeView, links: UrlBuilder): z.output<typeof Preview> {
  const { width, height } = picture ?? cardSize;
  const state = Date.parse(node.modifiedAt).toString(36) + (picture === undefined ? '' : 'p');
  return {
    url: links.preview(node.id, state),
    width,
    height,
    isIcon: picture === undefined,
    isGenerated: picture === undefined || node.ownPreview === undefined,
  };
}

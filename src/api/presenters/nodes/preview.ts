import type { z } from 'zod';
import type { Preview } from '../../../contract/objects/node.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';
import { cardSize } from './card.ts';

/** `width` and `height` are those of the image at `url`. */
export function presentPreview({ node, thumbnail }: NodeView, links: UrlBuilder): z.output<typeof Preview> {
  const { width, height } = thumbnail ?? cardSize;
  const state = Date.parse(node.modifiedAt).toString(36) + (thumbnail === undefined ? '' : 'p');
  return {
    url: links.preview(node.id, state),
    width,
    height,
    isIcon: thumbnail === undefined,
    isGenerated: thumbnail === undefined || node.ownPreview === undefined,
  };
}

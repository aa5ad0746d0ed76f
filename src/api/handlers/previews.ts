import { titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { RequestedSize } from '../../domain/renditions/thumbnail.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { drawCard } from '../presenters/nodes/card.ts';
import { mediaTypeOf } from '../presenters/nodes/media-type.ts';
import { nodeAt } from '../request/node-address.ts';
import { type FileOffer, offerOf } from '../response/file-offer.ts';
import { writeChangedNode } from './changed-node.ts';

type PreviewHandlers = Pick<Handlers, 'getPreview' | 'uploadPreview' | 'deletePreview'>;

function cardOf(node: NodeRecord, named: boolean, size: RequestedSize): FileOffer {
  const kind = mediaTypeOf(node);
  const title = named ? (titleOf(node.properties) ?? node.name) : undefined;
  const card = Buffer.from(drawCard(kind, title, size));
  return offerOf(card, { mimeType: 'image/svg+xml', fileName: undefined, disposition: 'inline' });
}

export function previewHandlers(parts: HandlerParts): PreviewHandlers {
  const { previews, customPreviews, systemFolders } = parts.services;
  return {
    async getPreview({ query }, { caller }) {
      const { width, height, maxWidth = width, maxHeight = height, crop } = query;
      const size = { maxWidth, maxHeight, crop };
      const preview = await previews.open(caller, nodeAt(query.nodeId, caller, systemFolders), size);
      if (preview.kind === 'card') return cardOf(preview.node, preview.named, size);
      return offerOf(preview.bytes, { mimeType: preview.mimeType, fileName: undefined, disposition: 'inline' });
    },
    async uploadPreview({ params, body }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      return writeChangedNode(parts, await customPreviews.put(context.caller, id, body.bytes), context);
    },
    async deletePreview({ params }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      return writeChangedNode(parts, await customPreviews.remove(context.caller, id), context);
    },
  };
}

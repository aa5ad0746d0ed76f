import { WrittenJson } from '../../contract/written-json.ts';
import { isLink } from '../../domain/nodes/content-rules.ts';
import { titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { RequestedSize } from '../../domain/renditions/thumbnail.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { drawCard } from '../presenters/nodes/card.ts';
import { mediaTypeOf } from '../presenters/nodes/media-type.ts';
import { nodeAt } from '../request/node-address.ts';
import type { RequestContext } from '../request-context.ts';
import { type FileOffer, offerOf } from '../response/file-offer.ts';

type PreviewHandlers = Pick<Handlers, 'getPreview' | 'uploadPreview' | 'deletePreview'>;

function cardOf(node: NodeRecord, named: boolean, wanted: RequestedSize): FileOffer {
  const kind = mediaTypeOf({ folder: node.folder, link: isLink(node), mimeType: node.content?.mimeType });
  const title = named ? (titleOf(node.properties) ?? node.name) : undefined;
  const card = Buffer.from(drawCard(kind, title, wanted));
  return offerOf(card, { mimeType: 'image/svg+xml', fileName: undefined, disposition: 'inline' });
}

/** The pictures of nodes. */
export function previewHandlers({ services, writeNode }: HandlerParts): PreviewHandlers {
  const { previews, customPreviews: ownPreviews, views, systemFolders: landmarks } = services;

  const entry = async (node: NodeRecord, context: RequestContext): Promise<WrittenJson> =>
    new WrittenJson(writeNode.changed(await views.view(context.caller, node), context));

  return {
    async getPreview({ query }, { caller }) {
      const { width, height, maxWidth = width, maxHeight = height, crop } = query;
      const wanted = { maxWidth, maxHeight, crop };
      const preview = await previews.open(caller, nodeAt(query.nodeId, caller, landmarks), wanted);
      if (preview.kind === 'card') return cardOf(preview.node, preview.named, wanted);
      return offerOf(preview.bytes, { mimeType: preview.mimeType, fileName: undefined, disposition: 'inline' });
    },
    async uploadPreview({ params, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      return entry(await ownPreviews.put(context.caller, id, body.bytes), context);
    },
    async deletePreview({ params }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      return entry(await ownPreviews.remove(context.caller, id), context);
    },
  };
}

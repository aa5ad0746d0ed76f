import { asMimeType, unknownMimeType } from '../../base/mime-type.ts';
import { WrittenJson } from '../../contract/written-json.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { nodeAt } from '../request/node-address.ts';

/** The texts that nodes are found by. */
export function textHandlers({
  services,
  writeNode,
}: HandlerParts): Pick<Handlers, 'getTextContent' | 'setTextContent'> {
  const { nodeTexts, views, systemFolders: landmarks } = services;
  return {
    async getTextContent({ params }, { caller }) {
      const { text, state, given, cut } = await nodeTexts.get(caller, nodeAt(params.node, caller, landmarks));
      return { text, state, given, cut };
    },
    async setTextContent({ params, query, body }, context) {
      const id = nodeAt(params.node, context.caller, landmarks);
      const mimeType = asMimeType(query.mimetype) ?? unknownMimeType;
      const node = await nodeTexts.put(context.caller, id, body, mimeType);
      return new WrittenJson(writeNode.changed(await views.view(context.caller, node), context));
    },
  };
}

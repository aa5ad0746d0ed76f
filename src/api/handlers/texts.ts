import { asMimeType, unknownMimeType } from '../../base/mime-type.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { mimeTypeInQuery } from '../request/mime-type-in-query.ts';
import { nodeAt } from '../request/node-address.ts';
import { writeChangedNode } from './changed-node.ts';

export function textHandlers(parts: HandlerParts): Pick<Handlers, 'getTextContent' | 'setTextContent'> {
  const { nodeTexts, systemFolders } = parts.services;
  return {
    async getTextContent({ params }, { caller }) {
      const { text, state, given, cut } = await nodeTexts.get(caller, nodeAt(params.node, caller, systemFolders));
      return { text, state, given, cut };
    },
    async setTextContent({ params, query, body }, context) {
      const id = nodeAt(params.node, context.caller, systemFolders);
      const mimeType = asMimeType(mimeTypeInQuery(query.mimetype)) ?? unknownMimeType;
      const node = await nodeTexts.put(context.caller, id, body, mimeType);
      return writeChangedNode(parts, node, context);
    },
  };
}

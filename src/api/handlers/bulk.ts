import type { HandlerParts, Handlers } from '../handler.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';
import { writeChangedNode } from './changed-node.ts';

export function bulkHandlers(parts: HandlerParts): Pick<Handlers, 'findImported' | 'syncImported'> {
  const { bulk, contentModel } = parts.services;
  return {
    async findImported({ body }, context) {
      return writeChangedNode(parts, await bulk.find(context.caller, body), context);
    },
    async syncImported({ params, query, body }, context) {
      const { match, groupBy, type, aspects, resetVersion } = query;
      const item = {
        ...{ group: params.group, match, groupBy: groupBy[0] },
        ...{ type, aspects, properties: body.properties },
      };
      const imported = await bulk.sync(context.caller, { ...item, resetVersion });
      const { node } = imported;
      const dropped = [...body.dropped, ...imported.dropped];
      unknownPropertyHeaders(contentModel, item, context, dropped);
      return writeChangedNode(parts, node, context, dropped.length === 0 ? {} : { ignored: dropped });
    },
  };
}

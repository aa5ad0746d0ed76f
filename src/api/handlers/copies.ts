import { WrittenJson } from '../../contract/written-json.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { nodeAt } from '../request/node-address.ts';
import type { RequestContext } from '../request-context.ts';

/** Copying and moving nodes (4.5). */
export function copyHandlers({ services, writeNode }: HandlerParts): Pick<Handlers, 'copyNode' | 'moveNode'> {
  const { copies, moves, views, systemFolders: landmarks } = services;

  const entry = async (node: NodeRecord, context: RequestContext): Promise<WrittenJson> =>
    new WrittenJson(writeNode.changed(await views.view(context.caller, node), context));

  return {
    async copyNode({ params, query }, context) {
      const folder = nodeAt(params.node, context.caller, landmarks);
      const { withChildren, name } = query;
      const wish = { source: nodeAt(query.source, context.caller, landmarks), withChildren, name };
      const { node, leftOut } = await copies.copy(context.caller, folder, wish);
      context.setHeader('x-edu-left-out', String(leftOut));
      return entry(node, context);
    },
    async moveNode({ params, query }, context) {
      const folder = nodeAt(params.node, context.caller, landmarks);
      const source = nodeAt(query.source, context.caller, landmarks);
      return entry(await moves.move(context.caller, folder, { source, name: query.name }), context);
    },
  };
}

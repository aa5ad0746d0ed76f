import type { HandlerParts, Handlers } from '../handler.ts';
import { nodeAt } from '../request/node-address.ts';
import { writeChangedNode } from './changed-node.ts';

export function copyHandlers(parts: HandlerParts): Pick<Handlers, 'copyNode' | 'moveNode'> {
  const { copies, moves, systemFolders } = parts.services;
  return {
    async copyNode({ params, query }, context) {
      const { caller } = context;
      const { withChildren, name } = query;
      const folder = nodeAt(params.node, caller, systemFolders);
      const source = nodeAt(query.source, caller, systemFolders);
      const { node, leftOut } = await copies.copy(caller, folder, { source, withChildren, name });
      context.setHeader('x-edu-left-out', String(leftOut));
      return writeChangedNode(parts, node, context);
    },
    async moveNode({ params, query }, context) {
      const { caller } = context;
      const folder = nodeAt(params.node, caller, systemFolders);
      const source = nodeAt(query.source, caller, systemFolders);
      const node = await moves.move(caller, folder, { source, name: query.name });
      return writeChangedNode(parts, node, context);
    },
  };
}

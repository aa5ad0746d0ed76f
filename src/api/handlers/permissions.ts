import type { HandlerParts, Handlers } from '../handler.ts';
import { presentPermissions } from '../presenters/nodes/permissions.ts';
import { nodeAt } from '../request/node-address.ts';

export function permissionHandlers({ services }: HandlerParts): Pick<Handlers, 'getPermissions' | 'setPermissions'> {
  const { permissions, systemFolders } = services;
  return {
    async getPermissions({ params }, { caller }) {
      return presentPermissions(await permissions.get(caller, nodeAt(params.node, caller, systemFolders)));
    },
    async setPermissions({ params, body }, { caller }) {
      const acl = { inherits: body.inherited, entries: body.permissions };
      await permissions.set(caller, nodeAt(params.node, caller, systemFolders), acl);
      return undefined;
    },
  };
}

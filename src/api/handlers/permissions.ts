import type { HandlerParts, Handlers } from '../handler.ts';
import { presentPermissions } from '../presenters/nodes/permissions.ts';
import { nodeAt } from '../request/node-address.ts';
import { personAt } from '../request/person-address.ts';
import { namesForHeader } from '../response/unknown-property-headers.ts';

type PermissionHandlers = Pick<Handlers, 'getPermissions' | 'getPermissionsOfPerson' | 'setPermissions' | 'setOwner'>;

export function permissionHandlers({ services }: HandlerParts): PermissionHandlers {
  const { permissions, ownership, systemFolders } = services;
  return {
    async getPermissions({ params }, { caller, representation }) {
      const found = await permissions.get(caller, nodeAt(params.node, caller, systemFolders));
      return presentPermissions(found, representation.form);
    },
    async getPermissionsOfPerson({ params }, { caller }) {
      return permissions.of(caller, nodeAt(params.node, caller, systemFolders), personAt(params.user, caller));
    },
    async setPermissions({ params, body }, { caller, setHeader }) {
      const acl = { inherits: body.inherited, entries: body.permissions };
      const skipped = await permissions.set(caller, nodeAt(params.node, caller, systemFolders), acl);
      if (skipped.length > 0) setHeader('x-edu-ignored-authorities', namesForHeader(skipped));
      return undefined;
    },
    async setOwner({ params, query }, { caller }) {
      const owner = personAt(query.username, caller);
      await ownership.setOwner(caller, nodeAt(params.node, caller, systemFolders), owner);
      return undefined;
    },
  };
}

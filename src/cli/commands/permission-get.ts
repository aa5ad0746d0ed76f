import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import { accessList, accessRows } from '../permissions/views.ts';

/** `permission get` */
export const permissionGet = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo permission get /Mathe', does: 'who may do what with the folder, and where that comes from' },
    { line: 'edu-repo permission get /Mathe -o json', does: 'the same in its REST shape' },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const { permissions } = await client.getPermissions({ repository, node });
    const shown = await (await context.printer()).list(accessRows(permissions), accessList(permissions));
    if (shown === 0) context.output.note('Nobody but the owner and the administrators may do anything with it.');
    return exitCodes.ok;
  },
});

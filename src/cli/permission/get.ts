import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { accessList, accessRows } from './views.ts';

export const permissionGet = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo permission get /Mathe', does: 'list the roles on a folder, and whether they are inherited' },
    { line: 'edu-repo permission get /Mathe -o json', does: 'print the permissions as JSON' },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const { permissions } = await client.getPermissions({ repository, node });
    const shown = await (await context.printer()).list(accessRows(permissions), accessList(permissions));
    if (shown === 0) context.output.note('Only the owner and the administrators have access.');
    return exitCodes.ok;
  },
});

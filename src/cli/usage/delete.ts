import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface DeleteOptions {
  readonly address: NodeAddress;
  readonly usageId: string;
}

export const usageDelete = defineCommand<Record<never, never>, DeleteOptions>({
  examples: [
    {
      line: 'edu-repo usage delete /Mathe/Plan.md 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d',
      does: 'delete a usage, and the access to the node that it gives the app (administrators only)',
    },
    {
      line: 'edu-repo usage delete /Mathe/Plan.md 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d -n',
      does: 'show what would be deleted',
    },
  ],
  configure: (command) =>
    command.argument('<address>', 'a node').argument('<usage>', 'ID of a usage, as usage list shows it'),
  readOptions: ([address = '', usageId = '']) => ({ address: parseNodeAddress(address), usageId }),
  nodes: ({ address }) => [address],
  run: async ({ address, usageId }, context) => {
    const { client } = await context.connect();
    const nodeId = (await findNode(client, address)).ref.id;
    await client.deleteUsage({ nodeId, usageId });
    reportChange(context, 'delete', `the usage ${usageId}`);
    return exitCodes.ok;
  },
});

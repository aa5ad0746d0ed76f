import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { organizationRecord } from './organizations.ts';

interface BindOptions {
  readonly organization: string;
  readonly folder: NodeAddress;
}

export const orgBind = defineCommand<Record<never, never>, BindOptions>({
  examples: [
    { line: "edu-repo org bind 7a '/Klassen/7a'", does: 'share a folder with the members of 7a' },
    {
      line: 'edu-repo org bind kollegium /Lehrerzimmer -o id',
      does: 'share a folder, and print the group name for permission commands',
    },
  ],
  configure: (command) =>
    command.argument('<group>', 'group, with or without GROUP_').argument('<folder>', 'folder in the repository'),
  readOptions: ([organization = '', folder = '']) => ({ organization, folder: parseNodeAddress(folder) }),
  nodes: ({ folder }) => [folder],
  run: async ({ organization, folder: address }, context) => {
    const { client } = await context.connect();
    const folder = (await findNode(client, address)).ref.id;
    const bound = await client.putOrganization({ repository, organization, folder });
    if (context.globals.dryRun) {
      context.output.note(`Would bind ${organization} to ${writeNodeAddress(address)}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(bound, organizationRecord);
    return exitCodes.ok;
  },
});

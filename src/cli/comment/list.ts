import { wholeList } from '../connection/pages.ts';
import { type NodeAddress, parseNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { commentList } from './views.ts';

export const commentListing = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo comment list /Mathe/Plan.md', does: 'list authors and comments, oldest first' },
    {
      line: 'edu-repo comment list /Mathe/Plan.md -o jsonl',
      does: 'print one JSON object per line, as the REST interface returns it',
    },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  nodes: ({ address }) => [address],
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const all = wholeList(async (skipCount) => {
      const { comments, pagination } = await client.listComments({ repository, node, skipCount });
      return { entries: comments, pagination };
    });
    const shown = await (await context.printer()).list(all, commentList);
    if (shown === 0) context.output.note('The node has no comments.');
    return exitCodes.ok;
  },
});

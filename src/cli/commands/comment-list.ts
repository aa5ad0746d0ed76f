import { defineCommand } from '../command.ts';
import { commentList } from '../comments/views.ts';
import { exitCodes } from '../exit-codes.ts';
import { type NodeAddress, parseNodeAddress } from '../nodes/address.ts';
import { findNode } from '../nodes/find-node.ts';
import { repository } from '../nodes/node.ts';
import { wholeList } from '../pages.ts';

/** `comment list` */
export const commentListing = defineCommand<Record<never, never>, { readonly address: NodeAddress }>({
  examples: [
    { line: 'edu-repo comment list /Mathe/Plan.md', does: 'who said what, oldest first' },
    { line: 'edu-repo comment list /Mathe/Plan.md -o jsonl', does: 'in their REST shape, one on a line' },
  ],
  configure: (command) => command.argument('<address>', 'a node'),
  readOptions: ([address = '']) => ({ address: parseNodeAddress(address) }),
  run: async ({ address }, context) => {
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const all = wholeList(async (skipCount) => {
      const { comments, pagination } = await client.listComments({ repository, node, skipCount });
      return { entries: comments, pagination };
    });
    const shown = await (await context.printer()).list(all, commentList);
    if (shown === 0) context.output.note('Nobody has said anything.');
    return exitCodes.ok;
  },
});

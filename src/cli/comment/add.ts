import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { commentTextOf } from './comment-text.ts';
import { commentRecord } from './views.ts';

interface AddOptions {
  readonly address: NodeAddress;
  readonly word: string;
  readonly replyTo: string | undefined;
}

export const commentAdd = defineCommand<{ readonly replyTo?: string }, AddOptions>({
  examples: [
    {
      line: "edu-repo comment add /Mathe/Plan.md 'Bitte bis Freitag ansehen'",
      does: 'add a comment; everyone who may comment on the node can read it',
    },
    { line: 'edu-repo comment add /Mathe/Plan.md - < Hinweis.txt', does: 'add a comment with the text of a file' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<text>', 'text of the comment; - reads it from stdin')
      .option('--reply-to <comment>', 'ID of the comment to reply to'),
  readOptions: ([address = '', word = ''], { replyTo }) => ({ address: parseNodeAddress(address), word, replyTo }),
  nodes: ({ address }) => [address],
  run: async ({ address, word, replyTo }, context) => {
    const body = await commentTextOf(word, context);
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    const more = replyTo === undefined ? {} : { commentReference: replyTo };
    const comment = await client.addComment({ repository, node, body, ...more });
    if (context.globals.dryRun) {
      context.output.note(`Would comment on ${writeNodeAddress(address)}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(comment, commentRecord);
    return exitCodes.ok;
  },
});

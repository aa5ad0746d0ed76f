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

/** `comment add` */
export const commentAdd = defineCommand<{ readonly replyTo?: string }, AddOptions>({
  examples: [
    { line: "edu-repo comment add /Mathe/Plan.md 'Bitte bis Freitag ansehen'", does: 'for all who may comment there' },
    { line: 'edu-repo comment add /Mathe/Plan.md - < Hinweis.txt', does: 'a longer text' },
  ],
  configure: (command) =>
    command
      .argument('<address>', 'a node')
      .argument('<text>', 'what to say; - reads it from stdin')
      .option('--reply-to <comment>', 'the id of the comment that this one answers'),
  readOptions: ([address = '', word = ''], { replyTo }) => ({ address: parseNodeAddress(address), word, replyTo }),
  run: async ({ address, word, replyTo }, context) => {
    const body = await commentTextOf(word, context);
    const { client } = await context.connect();
    const node = (await findNode(client, address)).ref.id;
    if (context.globals.dryRun) {
      context.output.note(`Would comment on ${writeNodeAddress(address)}`);
      return exitCodes.ok;
    }
    const more = replyTo === undefined ? {} : { commentReference: replyTo };
    const comment = await client.addComment({ repository, node, body, ...more });
    await (await context.printer()).record(comment, commentRecord);
    return exitCodes.ok;
  },
});

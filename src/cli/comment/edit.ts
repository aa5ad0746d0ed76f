import { repository } from '../node-arguments/node.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { commentTextOf } from './comment-text.ts';
import { commentRecord } from './views.ts';

export const commentEdit = defineCommand<Record<never, never>, { readonly comment: string; readonly word: string }>({
  examples: [
    {
      line: "edu-repo comment edit 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d 'Bitte bis Montag ansehen'",
      does: 'change your own comment; comment list shows the IDs',
    },
    {
      line: 'edu-repo comment edit 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d - < Neu.txt',
      does: 'replace the text of a comment with that of a file',
    },
  ],
  configure: (command) =>
    command.argument('<comment>', 'ID of your own comment').argument('<text>', 'new text; - reads it from stdin'),
  readOptions: ([comment = '', word = '']) => ({ comment, word }),
  run: async ({ comment, word }, context) => {
    const body = await commentTextOf(word, context);
    const { client } = await context.connect();
    const edited = await client.editComment({ repository, node: comment, body });
    if (context.globals.dryRun) {
      context.output.note(`Would change the comment ${comment}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record(edited, commentRecord);
    return exitCodes.ok;
  },
});

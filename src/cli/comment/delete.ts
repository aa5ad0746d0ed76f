import { repository } from '../node-arguments/node.ts';
import { reportChange } from '../print/report-change.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const commentDelete = defineCommand<Record<never, never>, { readonly comment: string }>({
  examples: [
    {
      line: 'edu-repo comment delete 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d',
      does: 'delete your own comment, or any comment on a node that you may change; replies stay',
    },
    {
      line: 'edu-repo comment delete 7a9c0a6e-6a52-4d7c-9d0e-0a4f5c1f2b3d -n',
      does: 'show what would be deleted',
    },
  ],
  configure: (command) => command.argument('<comment>', 'ID of a comment'),
  readOptions: ([comment = '']) => ({ comment }),
  run: async ({ comment }, context) => {
    const { client } = await context.connect();
    await client.deleteComment({ repository, node: comment });
    reportChange(context, 'delete', `the comment ${comment}`);
    return exitCodes.ok;
  },
});

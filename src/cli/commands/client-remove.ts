import { defineCommand } from '../command.ts';
import { requireConfirmation } from '../confirmed.ts';
import { exitCodes } from '../exit-codes.ts';
import { shellWord } from '../shell-word.ts';

/** `client remove` */
export const clientRemove = defineCommand<Record<never, never>, { readonly id: string }>({
  examples: [
    { line: 'edu-repo client remove schulportal', does: 'asks first; all its tokens end' },
    { line: 'edu-repo client remove schulportal --yes', does: 'without a question' },
  ],
  configure: (command) => command.argument('<id>', 'a client'),
  readOptions: ([id = '']) => ({ id }),
  run: async ({ id }, context) => {
    const { client } = await context.connect();
    await requireConfirmation(
      {
        question: `Remove the client ${id}? All its tokens end.`,
        would: `The client ${id} would be removed, and nobody is there to be asked.`,
        again: `edu-repo client remove ${shellWord(id)} --yes`,
      },
      context,
    );
    if (context.globals.dryRun) context.output.note(`Would remove the client ${id}.`);
    else await client.removeOAuthClient({ client: id });
    return exitCodes.ok;
  },
});

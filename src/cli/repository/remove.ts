import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const repositoryRemove = defineCommand<Record<never, never>, { readonly connection: string }>({
  examples: [
    { line: 'edu-repo repository remove west', does: 'disconnect west after asking; its people are signed out here' },
    { line: 'edu-repo repository remove west --yes', does: 'disconnect without asking' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a connected repository'),
  readOptions: ([connection = '']) => ({ connection }),
  run: async ({ connection }, context) => {
    const { client } = await context.connect();
    await requireConfirmation(
      {
        question: `Disconnect the repository ${connection}? Its people will be signed out here.`,
        would: `Disconnecting the repository ${connection} needs confirmation.`,
        again: `edu-repo repository remove ${shellWord(connection)} --yes`,
      },
      context,
    );
    await client.removeConnectedRepository({ connection });
    if (context.globals.dryRun) context.output.note(`Would disconnect the repository ${connection}.`);
    return exitCodes.ok;
  },
});

import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const appRemove = defineCommand<Record<never, never>, { readonly application: string }>({
  examples: [
    { line: 'edu-repo app remove moodle', does: 'remove moodle after asking; everyone it has signed in is signed out' },
    { line: 'edu-repo app remove moodle --yes', does: 'remove without asking' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a registered app'),
  readOptions: ([application = '']) => ({ application }),
  run: async ({ application }, context) => {
    const { client } = await context.connect();
    await requireConfirmation(
      {
        question: `Remove the app ${application}? Everyone it has signed in will be signed out.`,
        would: `Removing the app ${application} needs confirmation.`,
        again: `edu-repo app remove ${shellWord(application)} --yes`,
      },
      context,
    );
    if (context.globals.dryRun) context.output.note(`Would remove the app ${application}.`);
    else await client.removeApplication({ application });
    return exitCodes.ok;
  },
});

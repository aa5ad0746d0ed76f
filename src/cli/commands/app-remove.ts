import { defineCommand } from '../command.ts';
import { requireConfirmation } from '../confirmed.ts';
import { exitCodes } from '../exit-codes.ts';
import { shellWord } from '../shell-word.ts';

/** `app remove` */
export const appRemove = defineCommand<Record<never, never>, { readonly application: string }>({
  examples: [
    { line: 'edu-repo app remove moodle', does: 'asks first; whom it has signed in is signed out' },
    { line: 'edu-repo app remove moodle --yes', does: 'without a question' },
  ],
  configure: (command) => command.argument('<id>', 'a registered application'),
  readOptions: ([application = '']) => ({ application }),
  run: async ({ application }, context) => {
    const { client } = await context.connect();
    await requireConfirmation(
      {
        question: `Remove the application ${application}? Whom it has signed in is signed out.`,
        would: `The application ${application} would be removed, and nobody is there to be asked.`,
        again: `edu-repo app remove ${shellWord(application)} --yes`,
      },
      context,
    );
    if (context.globals.dryRun) context.output.note(`Would remove the application ${application}.`);
    else await client.removeApplication({ application });
    return exitCodes.ok;
  },
});

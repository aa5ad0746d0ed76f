import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

interface RemoveOptions {
  readonly application: string;
  readonly keepUsages: boolean;
}

export const appRemove = defineCommand<{ readonly keepUsages?: boolean }, RemoveOptions>({
  examples: [
    {
      line: 'edu-repo app remove moodle',
      does: 'remove moodle with its usages after asking; everyone it has signed in is signed out',
    },
    {
      line: 'edu-repo app remove moodle --keep-usages --yes',
      does: 'remove without asking, to register moodle again with a new key',
    },
  ],
  configure: (command) =>
    command
      .argument('<id>', 'ID of a registered app')
      .option('--keep-usages', 'keep the usages, for registering the app again with the same ID'),
  readOptions: ([application = ''], { keepUsages = false }) => ({ application, keepUsages }),
  run: async ({ application, keepUsages }, context) => {
    const { client } = await context.connect();
    const usages = keepUsages ? '' : ' Its usages will be deleted.';
    await requireConfirmation(
      {
        question: `Remove the app ${application}? Everyone it has signed in will be signed out.${usages}`,
        would: `Removing the app ${application} needs confirmation.`,
        again: `edu-repo app remove ${shellWord(application)}${keepUsages ? ' --keep-usages' : ''} --yes`,
      },
      context,
    );
    await client.removeApplication({ application, keepUsages });
    if (context.globals.dryRun) context.output.note(`Would remove the app ${application}.`);
    return exitCodes.ok;
  },
});

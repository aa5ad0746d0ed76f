import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

export const harvestRemove = defineCommand<Record<never, never>, { readonly harvest: string }>({
  examples: [
    { line: 'edu-repo harvest remove 3f2a91c04b7e', does: 'after asking, remove a harvest (administrators only)' },
    { line: 'edu-repo harvest remove 3f2a91c04b7e --yes', does: 'the same without asking' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a harvest'),
  readOptions: ([harvest = '']) => ({ harvest }),
  run: async ({ harvest }, context) => {
    const { client } = await context.connect();
    const { source } = await client.getHarvest({ harvest });
    if (!context.globals.dryRun)
      await requireConfirmation(
        {
          question: `Remove the harvest of ${source}? What it has imported stays.`,
          would: `Removing the harvest of ${source} needs confirmation.`,
          again: `edu-repo harvest remove ${shellWord(harvest)} --yes`,
        },
        context,
      );
    await client.removeHarvest({ harvest });
    context.output.note(`${context.globals.dryRun ? 'Would remove' : 'Removed'} the harvest of ${source}.`);
    return exitCodes.ok;
  },
});

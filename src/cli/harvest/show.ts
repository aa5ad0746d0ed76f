import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { harvestRecord } from './views.ts';

export const harvestShow = defineCommand<Record<never, never>, { readonly harvest: string }>({
  examples: [
    {
      line: 'edu-repo harvest show 3f2a91c04b7e',
      does: 'show a harvest with the counts and problems of its last run (administrators only)',
    },
    { line: 'edu-repo harvest show 3f2a91c04b7e -o json', does: 'the same as JSON, with the log of the run' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a harvest'),
  readOptions: ([harvest = '']) => ({ harvest }),
  run: async ({ harvest }, context) => {
    const { client } = await context.connect();
    await (await context.printer()).record(await client.getHarvest({ harvest }), harvestRecord);
    return exitCodes.ok;
  },
});

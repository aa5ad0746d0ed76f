import { defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { testRecord } from './views.ts';

export const repositoryTest = defineCommand<Record<never, never>, { readonly connection: string }>({
  examples: [
    {
      line: 'edu-repo repository test west',
      does: 'show whether west can be reached, still has its key, and accepts calls of this repository',
    },
    {
      line: 'edu-repo repository test west -o json',
      does: 'print the result as JSON; the exit code is 8 if there is a problem',
    },
  ],
  configure: (command) => command.argument('<id>', 'ID of a connected repository'),
  readOptions: ([connection = '']) => ({ connection }),
  run: async ({ connection }, context): Promise<ExitCode> => {
    const { client } = await context.connect();
    const found = await client.testConnectedRepository({ connection });
    await (await context.printer()).record(found, testRecord);
    return found.problem === null ? exitCodes.ok : exitCodes.unreachable;
  },
});

import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { commandFor } from './command-for.ts';
import { entryOf } from './queue.ts';
import type { ExportEntry } from './views.ts';

const whatIsLost = ({ status }: ExportEntry): string =>
  status === 'FINISHED' ? 'The person can no longer download it.' : 'The request is lost.';

async function run({ person }: { readonly person: string }, context: Context): Promise<ExitCode> {
  const { client } = await context.connect();
  const me = async (): Promise<string> => (await client.getPerson({ repository, person })).person.userName;
  const entry = await entryOf(client, person === '-me-' ? await me() : person);
  const { user } = entry;
  if (context.globals.dryRun) {
    await client.cancelDataExport({ person: user });
    context.output.note(`Would delete the data export of ${user}. ${whatIsLost(entry)}`);
    return exitCodes.ok;
  }
  await requireConfirmation(
    {
      question: `Delete the data export of ${user}? ${whatIsLost(entry)}`,
      would: `Deleting the data export of ${user} needs confirmation.`,
      again: commandFor('cancel', user, '--yes'),
    },
    context,
  );
  await client.cancelDataExport({ person: user });
  context.output.note(`Deleted the data export of ${user}. To request a new one: ${commandFor('request', user)}`);
  return exitCodes.ok;
}

export const dataProtectionCancel = defineCommand<Record<never, never>, { readonly person: string }>({
  examples: [
    {
      line: 'edu-repo dataprotection cancel anna',
      does: "after asking, remove anna's export: a request, or the finished file (administrators only)",
    },
    { line: 'edu-repo dataprotection cancel anna --yes', does: 'the same without asking' },
  ],
  configure: (command) => command.argument('<user>', 'user name'),
  readOptions: ([person = '']) => ({ person }),
  run,
});

import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

const unknownClient = (id: string): Failure =>
  new Failure(exitCodes.notFound, {
    what: `Cannot remove the client ${id}.`,
    why: 'No client with this ID is registered.',
    next: 'To list the clients: edu-repo client list',
  });

export const clientRemove = defineCommand<Record<never, never>, { readonly id: string }>({
  examples: [
    {
      line: 'edu-repo client remove schulportal',
      does: 'remove the client after asking; all its tokens become invalid',
    },
    { line: 'edu-repo client remove schulportal --yes', does: 'remove without asking' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a registered client'),
  readOptions: ([id = '']) => ({ id }),
  run: async ({ id }, context) => {
    const { client } = await context.connect();
    const { clients } = await client.listOAuthClients();
    if (!clients.some((registered) => registered.id === id)) throw unknownClient(id);
    await requireConfirmation(
      {
        question: `Remove the client ${id}? All its tokens become invalid.`,
        would: `Removing the client ${id} needs confirmation.`,
        again: `edu-repo client remove ${shellWord(id)} --yes`,
      },
      context,
    );
    await client.removeOAuthClient({ client: id });
    if (context.globals.dryRun) context.output.note(`Would remove the client ${id}.`);
    return exitCodes.ok;
  },
});

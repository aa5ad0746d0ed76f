import { writeNodeAddress } from '../node-arguments/address.ts';
import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { fullName } from './views.ts';

interface DeleteOptions {
  readonly person: string;
  /** The new owner; undefined for the caller. */
  readonly owner: string | undefined;
}

const deletedRecord: RecordView<{ readonly userName: string; readonly owner: string }> = {
  id: ({ userName }) => userName,
  fields: ({ userName, owner }) => [
    ['deleted', userName],
    ['new owner of their nodes', owner],
  ],
};

/** The server refuses both as well, but only after the question, and not in a dry run. */
function requireOtherPerson(person: string, self: string | null, newOwner: string): void {
  if (person === self)
    throw usageFailure('You cannot delete yourself.', `You are signed in as ${person}.`, 'Ask another administrator');
  if (person !== newOwner) return;
  throw usageFailure(
    `${person} cannot become the owner.`,
    'This is the person to delete.',
    'Name another person: --owner USER',
  );
}

export const userDelete = defineCommand<{ readonly owner?: string }, DeleteOptions>({
  examples: [
    { line: 'edu-repo user delete anna', does: 'delete anna after asking; you become the owner of what anna owns' },
    {
      line: 'edu-repo user delete anna --owner mueller --yes',
      does: 'delete anna without asking; mueller becomes the new owner',
    },
  ],
  configure: (command) =>
    command
      .argument('<user>', 'user name')
      .option('--owner <user>', 'new owner of what the person owns (default: you)'),
  readOptions: ([person = ''], { owner }) => ({ person, owner }),
  run: async ({ person, owner }, context) => {
    const { client } = await context.connect();
    const { person: user } = await client.getPerson({ repository, person });
    const self = (await client.validateSession()).authorityName;
    const newOwner = owner ?? self ?? 'you';
    requireOtherPerson(user.userName, self, newOwner);
    if (owner !== undefined) await client.getPerson({ repository, person: owner });
    const name = fullName(user);
    const whom = name === '' ? user.userName : `${user.userName} (${name})`;
    const flag = owner === undefined ? '' : ` --owner ${shellWord(owner)}`;
    await requireConfirmation(
      {
        question: `Delete ${whom}? Everything this person owns will belong to ${newOwner}.`,
        would: `Deleting ${whom} needs confirmation.`,
        again: `edu-repo user delete ${shellWord(person)}${flag} --yes`,
      },
      context,
    );
    await client.deletePerson({ repository, person, owner });
    if (context.globals.dryRun) {
      context.output.note(`Would delete ${whom}. Everything this person owns would belong to ${newOwner}.`);
      return exitCodes.ok;
    }
    await (await context.printer()).record({ userName: user.userName, owner: newOwner }, deletedRecord);
    const home = writeNodeAddress({
      kind: 'path',
      start: '-companyhome-',
      names: ['User Homes', user.userName],
      folderOnly: false,
    });
    context.output.note(
      `The home folder ${home} now belongs to ${newOwner}. To list it: edu-repo ls ${shellWord(home)} (or ${user.homeFolder.id})`,
    );
    return exitCodes.ok;
  },
});

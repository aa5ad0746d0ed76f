import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { writeNodeAddress } from '../node-arguments/address.ts';
import { repository } from '../node-arguments/node.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import type { RecordView } from '../print/printer.ts';
import { shellWord } from '../print/shell-word.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { fullName } from './views.ts';

interface DeleteOptions {
  readonly person: string;
  /** Undefined: whoever deletes. */
  readonly owner: string | undefined;
}

const deletedRecord: RecordView<Result<Operations['deletePerson']>> = {
  id: ({ userName }) => userName,
  fields: ({ userName, owner }) => [
    ['deleted', userName],
    ['their material belongs to', owner],
  ],
};

/** `user delete` */
export const userDelete = defineCommand<{ readonly owner?: string }, DeleteOptions>({
  examples: [
    { line: 'edu-repo user delete anna', does: 'asks first; the material of anna stays, and is yours then' },
    { line: 'edu-repo user delete anna --owner mueller --yes', does: 'mueller owns it then; without a question' },
  ],
  configure: (command) =>
    command
      .argument('<user>', 'a user name')
      .option('--owner <user>', 'who is to own their material; whoever deletes when left out'),
  readOptions: ([person = ''], { owner }) => ({ person, owner }),
  run: async ({ person, owner }, context) => {
    const { client } = await context.connect();
    const { person: user } = await client.getPerson({ repository, person });
    const newOwner = owner ?? (await client.validateSession()).authorityName ?? 'you';
    if (owner !== undefined) await client.getPerson({ repository, person: owner });
    const name = fullName(user);
    const whom = name === '' ? user.userName : `${user.userName} (${name})`;
    const flag = owner === undefined ? '' : ` --owner ${shellWord(owner)}`;
    await requireConfirmation(
      {
        question: `Delete ${whom}? What they own stays, and belongs to ${newOwner} then.`,
        would: `${whom} would be deleted, and nobody is there to be asked.`,
        again: `edu-repo user delete ${shellWord(person)}${flag} --yes`,
      },
      context,
    );
    if (context.globals.dryRun) {
      context.output.note(`Would delete ${whom}; what they own would belong to ${newOwner}.`);
      return exitCodes.ok;
    }
    const deleted = await client.deletePerson({ repository, person, owner });
    await (await context.printer()).record(deleted, deletedRecord);
    const home = writeNodeAddress({
      kind: 'path',
      start: '-companyhome-',
      names: ['User Homes', user.userName],
      folderOnly: false,
    });
    context.output.note(
      `The home folder ${home} belongs to ${deleted.owner} now: edu-repo ls ${shellWord(home)} (or ${user.homeFolder.id})`,
    );
    return exitCodes.ok;
  },
});

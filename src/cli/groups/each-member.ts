import type { Command } from '../commander.ts';
import type { Context } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { explainError } from '../explain-error.ts';
import { readLines } from '../stdin-text.ts';
import { endsTransfer } from '../transfer/transfer-settings.ts';

/** A group, and those who come or go; `-` stands for names on stdin, one on a line. */
export interface MembersChange {
  readonly group: string;
  readonly members: readonly string[];
}

/** The arguments of a command that changes the members of a group. */
export const takesMembers = {
  configure: (command: Command): void => {
    command
      .argument('<group>', 'a group, with or without GROUP_')
      .argument('<member...>', 'user names, or groups with GROUP_; - reads them from stdin');
  },
  readOptions: ([group = '', ...members]: readonly string[]): MembersChange => ({ group, members }),
};

/**
 * Does the same for each member. With several, one that fails lets the others go on, and is named on stderr: exit code 7
 * then; with a single one its failure is that of the command.
 */
export async function forEachMember(
  { group, members }: MembersChange,
  words: { readonly would: string; readonly done: string },
  context: Context,
  change: (member: string) => Promise<unknown>,
): Promise<ExitCode> {
  const piped = members.includes('-') ? await readLines(context.stdin, 'A list of user names or groups') : [];
  const all = members.flatMap((member) => (member === '-' ? piped : [member]));
  let failed = 0;
  for (const member of all) {
    try {
      if (context.globals.dryRun) context.output.note(`${words.would} ${group}: ${member}`);
      else {
        await change(member);
        context.output.detail(`${words.done} ${group}: ${member}`);
      }
    } catch (error) {
      if (all.length === 1 || endsTransfer(error)) throw error;
      failed += 1;
      context.output.tell(`${member}: ${explainError(error).message}`);
    }
  }
  return failed === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

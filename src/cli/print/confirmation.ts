import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { whyNoQuestion } from './questions.ts';

export interface ConfirmedAction {
  /** For example `Delete anna?` */
  readonly question: string;
  /** The first line of the error if no question is possible, such as `Deleting anna needs confirmation.` */
  readonly would: string;
  /** The command line that performs the action without asking. */
  readonly again: string;
}

/**
 * Asks on the terminal before an action that cannot be undone easily. `--yes` and `--dry-run` skip the question. Throws
 * a failure if the answer is no, and a usage failure if no question is possible.
 */
export async function requireConfirmation(
  { question, would, again }: ConfirmedAction,
  context: Context,
): Promise<void> {
  const { globals, questions } = context;
  if (globals.yes || globals.dryRun) return;
  if (!questions.possible) {
    throw usageFailure(
      would,
      `edu-repo cannot ask for confirmation: ${whyNoQuestion(globals)}.`,
      `To confirm: ${again}`,
    );
  }
  if (await questions.confirm(question)) return;
  throw new Failure(exitCodes.error, {
    what: 'Nothing was changed.',
    why: 'You answered no.',
    next: `To confirm without a question: ${again}`,
  });
}

import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';

/** A deed that is asked about before it is done. */
export interface ConfirmedAction {
  /** As a question: «Delete anna?» */
  readonly question: string;
  /** What would happen, for whoever cannot be asked. */
  readonly would: string;
  /** The command line that does it without a question. */
  readonly again: string;
}

/**
 * Asks on a terminal before something grave is done; `--yes` answers by itself, and a dry run asks nothing. Throws a
 * failure where the answer is no, and a usage failure where nobody is there to be asked.
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
      'stdin or stderr is no terminal (or --no-input), and --yes was not given.',
      `Try: ${again}`,
    );
  }
  if (await questions.confirm(question)) return;
  throw new Failure(exitCodes.error, {
    what: 'Nothing was changed.',
    why: 'The question was answered with no.',
    next: `To do it: ${again}`,
  });
}

import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { endsTransfer } from '../transfer/transfer-settings.ts';

/**
 * Does the same for each name. With several, one that fails lets the others go on, and is named on stderr: exit code 7
 * then; with a single one its failure is that of the command. A dry run says `would` and the name.
 */
export async function forEachNamed(
  names: readonly string[],
  words: { readonly would: string; readonly done: string },
  context: Context,
  change: (name: string) => Promise<unknown>,
): Promise<ExitCode> {
  let failed = 0;
  for (const name of names) {
    try {
      if (context.globals.dryRun) context.output.note(`${words.would}: ${name}`);
      else {
        await change(name);
        context.output.detail(`${words.done}: ${name}`);
      }
    } catch (error) {
      if (names.length === 1 || endsTransfer(error)) throw error;
      failed += 1;
      context.output.report(`${name}: ${explainError(error).message}`);
    }
  }
  return failed === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

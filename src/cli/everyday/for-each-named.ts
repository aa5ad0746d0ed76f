import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { endsTransfer } from '../transfer/transfer-settings.ts';

/**
 * Runs `work` for each name. Rejects with the failure if there is only one name. With several names, reports each failure on
 * stderr, continues, and resolves with exit code 7.
 */
export async function forEachNamed(
  names: readonly string[],
  context: Context,
  work: (name: string) => Promise<unknown>,
): Promise<ExitCode> {
  let failed = 0;
  for (const name of names) {
    try {
      await work(name);
    } catch (error) {
      if (names.length === 1 || endsTransfer(error)) throw error;
      failed += 1;
      context.output.report(`${name}: ${explainError(error).message}`);
    }
  }
  return failed === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

/** Runs `change` for each name, as `forEachNamed` does. A dry run only prints `would` and the name. */
export function changeEachNamed(
  names: readonly string[],
  messages: { readonly would: string; readonly done: string },
  context: Context,
  change: (name: string) => Promise<unknown>,
): Promise<ExitCode> {
  return forEachNamed(names, context, async (name) => {
    if (context.globals.dryRun) {
      context.output.note(`${messages.would}: ${name}`);
      return;
    }
    await change(name);
    context.output.detail(`${messages.done}: ${name}`);
  });
}

import type { Context } from './context.ts';
import { endsCommand } from './ending-errors.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { explainError } from './explain-error.ts';

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
      if (names.length === 1 || endsCommand(error)) throw error;
      failed += 1;
      context.output.report(`${name}: ${explainError(error).message}`);
    }
  }
  return failed === 0 ? exitCodes.ok : exitCodes.partlyDone;
}

/** A change of what has a name. */
export interface NamedChange {
  /** For a dry run: rejects if the change would fail because of a name. */
  check(name: string): Promise<unknown>;
  change(name: string): Promise<unknown>;
}

/** Changes each name, as `forEachNamed` does. A dry run checks it, and prints `would` and the name. */
export function changeEachNamed(
  names: readonly string[],
  messages: { readonly would: string; readonly done: string },
  context: Context,
  { check, change }: NamedChange,
): Promise<ExitCode> {
  return forEachNamed(names, context, async (name) => {
    if (context.globals.dryRun) {
      await check(name);
      context.output.note(`${messages.would}: ${name}`);
      return;
    }
    await change(name);
    context.output.detail(`${messages.done}: ${name}`);
  });
}

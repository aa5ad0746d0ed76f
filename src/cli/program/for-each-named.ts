import { type Change, reportChange } from '../print/report-change.ts';
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

/** Changes each name, as `forEachNamed` does, and reports it, such as `Added anna to Lehrer.`. */
export function changeEachNamed(
  names: readonly string[],
  { change, where }: { readonly change: Change; readonly where: string },
  context: Context,
  work: (name: string) => Promise<unknown>,
): Promise<ExitCode> {
  return forEachNamed(names, context, async (name) => {
    await work(name);
    reportChange(context, change, `${name} ${where}`);
  });
}

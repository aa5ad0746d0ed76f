import { counted } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';

/** A row or cell that cannot be used. */
export interface TableProblem {
  readonly row: number;
  /** The header of the wrong cell; undefined if the whole row is wrong. */
  readonly header?: string;
  readonly why: string;
}

const shownProblems = 10;

/** One line for all rows with the same mistake. */
function linesOf(problems: readonly TableProblem[]): string[] {
  const rows = new Map<string, number[]>();
  for (const { row, header, why } of problems) {
    const mistake = `${header === undefined ? '' : `, ${header}`}: ${why}`;
    const alike = rows.get(mistake) ?? [];
    alike.push(row);
    rows.set(mistake, alike);
  }
  return [...rows].map(([mistake, [first = 0, ...more]]) =>
    more.length === 0 ? `  Row ${first}${mistake}` : `  Row ${first} and ${more.length} more${mistake}`,
  );
}

/** Reports the first problems, and throws a failure if there are any. */
export function refuseProblems(problems: readonly TableProblem[], file: string, context: Context): void {
  if (problems.length === 0) return;
  const lines = linesOf(problems);
  for (const line of lines.slice(0, shownProblems)) context.output.report(line);
  if (lines.length > shownProblems) context.output.report(`  … and ${lines.length - shownProblems} more mistakes`);
  const rows = new Set(problems.map(({ row }) => row)).size;
  throw new Failure(exitCodes.error, {
    what: `${file} has mistakes, so nothing was changed.`,
    why: `${counted(rows, 'row')} cannot be stored. The mistakes are listed above.`,
    next: 'Correct the table, and run the command again. To change the other rows: leave out --on-error stop',
  });
}

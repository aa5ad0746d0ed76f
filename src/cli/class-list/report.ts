import type { ListView } from '../print/printer.ts';
import { counted } from '../print/units.ts';

export type RowResult = 'made' | 'changed' | 'already there' | 'failed';

/** What became of one row. */
export interface RowReport {
  /** As a spreadsheet counts. */
  readonly row: number;
  /** Null: no user name could be settled. */
  readonly user: string | null;
  readonly result: RowResult;
  /** Groups of which the person has become a member. */
  readonly groups: readonly string[];
  /** The header of the cell that is wrong; null where it is none. */
  readonly column: string | null;
  /** Why it failed; null where it has not. */
  readonly why: string | null;
  /** What somebody should look at, though it has not failed; null where nothing is doubtful. */
  readonly check: string | null;
}

/** The reports of a whole list. */
export const rowList: ListView<RowReport> = {
  columns: [
    { title: 'row', alignRight: true, value: ({ row }) => String(row) },
    { title: 'user', value: ({ user }) => user ?? '-' },
    { title: 'result', value: ({ result }) => result },
    { title: 'into groups', value: ({ groups }) => groups.join(' | ') },
    { title: 'column', value: ({ column }) => column ?? '' },
    { title: 'why', value: ({ why, check }) => why ?? (check === null ? '' : `please check: ${check}`) },
  ],
  id: ({ user }) => user ?? '-',
  whole: (rows) => ({ rows }),
};

/** One line that says what happened. */
export function summaryOf(rows: readonly RowReport[], newGroups: number, dryRun: boolean): string {
  const count = (result: RowResult): number => rows.filter((row) => row.result === result).length;
  const parts: [number, string][] = [
    [count('changed'), 'changed'],
    [count('already there'), 'already there'],
    [count('failed'), 'failed'],
  ];
  const rest = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `, ${number} ${words}`)
    .join('');
  const doubtful = rows.filter(({ check }) => check !== null).length;
  const checkHint = doubtful === 0 ? '' : ` Please check ${counted(doubtful, 'row')}.`;
  const groups = newGroups === 0 ? '' : `, ${counted(newGroups, 'group')} made`;
  const made = `${counted(count('made'), 'person', 'people')} made${rest}${groups}`;
  return `${dryRun ? 'Dry run, nothing was changed: ' : ''}${made}.${checkHint}`;
}

import type { ListView } from '../print/printer.ts';
import { counted } from '../print/units.ts';

export type RowResult = 'created' | 'changed' | 'already there' | 'failed';

export interface RowReport {
  /** The row number in the spreadsheet, from 1. */
  readonly row: number;
  /** The user name of the person; null if the row has none. */
  readonly user: string | null;
  readonly result: RowResult;
  /** Groups that the person was added to. */
  readonly groups: readonly string[];
  /** The header of the wrong cell; null if there is none. */
  readonly column: string | null;
  /** Why the row failed; null if it did not. */
  readonly why: string | null;
  /** A warning about a possible mistake in the row; null if there is none. */
  readonly check: string | null;
}

export const rowList: ListView<RowReport> = {
  columns: [
    { title: 'row', alignRight: true, value: ({ row }) => String(row) },
    { title: 'user', value: ({ user }) => user ?? '-' },
    { title: 'result', value: ({ result }) => result },
    { title: 'into groups', value: ({ groups }) => groups.join(' | ') },
    { title: 'column', value: ({ column }) => column ?? '' },
    { title: 'why', value: ({ why, check }) => why ?? (check === null ? '' : `please check: ${check}`) },
  ],
  id: ({ user }) => user ?? '',
  whole: (rows) => ({ rows }),
};

/** A one-line summary of an import. */
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
  const groups = newGroups === 0 ? '' : `, ${counted(newGroups, 'group')} created`;
  const created = `${counted(count('created'), 'person', 'people')} created${rest}${groups}`;
  return `${dryRun ? 'Dry run, nothing was changed. The import would report: ' : ''}${created}.${checkHint}`;
}

import { counted } from '../print/units.ts';
import type { ListView } from '../print/view.ts';

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
  /** A warning that only the name identifies the account that the row changed; null if more does. */
  readonly nameMatch: string | null;
}

function remark({ why, check, nameMatch }: RowReport): string {
  if (why !== null) return why;
  const checks = [check, nameMatch].filter((text) => text !== null).join('; ');
  return checks === '' ? '' : `please check: ${checks}`;
}

export const rowList: ListView<RowReport> = {
  columns: [
    { title: 'row', alignRight: true, value: ({ row }) => String(row) },
    { title: 'user', value: ({ user }) => user ?? '-' },
    { title: 'result', value: ({ result }) => result },
    { title: 'into groups', value: ({ groups }) => groups.join(' | ') },
    { title: 'column', value: ({ column }) => column ?? '' },
    { title: 'why', value: remark },
  ],
  id: ({ user }) => user ?? '',
  whole: (rows) => ({ rows }),
};

const firstOf = (texts: readonly string[], limit: number): string => {
  const more = texts.length > limit ? ` and ${texts.length - limit} more` : '';
  return `${texts.slice(0, limit).join(', ')}${more}`;
};

/** One line for all rows that found an account by its name: after the groups are emptied, this may be every row. */
export function nameMatchNote(rows: readonly RowReport[]): string | undefined {
  const users = new Set(rows.flatMap(({ nameMatch, user }) => (nameMatch === null || user === null ? [] : [user])));
  if (users.size === 0) return undefined;
  const accounts = counted(users.size, 'account');
  return (
    `Please check ${accounts} that only the name identifies: ${firstOf([...users], 3)}. ` +
    'If an account is that of another person, add a new user name to the row.'
  );
}

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
  const doubtful = rows.filter(({ check }) => check !== null).map(({ row }) => String(row));
  const checkHint =
    doubtful.length === 0 ? '' : ` Please check ${counted(doubtful.length, 'row')}: ${firstOf(doubtful, 10)}.`;
  const groups = newGroups === 0 ? '' : `, ${counted(newGroups, 'group')} created`;
  const created = `${counted(count('created'), 'person', 'people')} created${rest}${groups}`;
  return `${dryRun ? 'Dry run, nothing was changed. The import would report: ' : ''}${created}.${checkHint}`;
}

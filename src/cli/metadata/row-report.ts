import { counted } from '../print/units.ts';
import type { ListView } from '../print/view.ts';

type RowResult = 'changed' | 'unchanged' | 'failed';

/** What became of a row of the table. */
export interface RowReport {
  /** The row number in the spreadsheet, from 1. */
  readonly row: number;
  readonly path: string;
  readonly result: RowResult;
  /** The properties that were changed. */
  readonly properties: readonly string[];
  /** Why the row failed; null if it did not. */
  readonly why: string | null;
}

export const rowList: ListView<RowReport> = {
  columns: [
    { title: 'row', alignRight: true, value: ({ row }) => String(row) },
    { title: 'path', value: ({ path }) => path },
    { title: 'result', value: ({ result }) => result },
    { title: 'properties', value: ({ properties }) => properties.join(' | ') },
    { title: 'why', value: ({ why }) => why ?? '' },
  ],
  id: ({ path }) => path,
  whole: (rows) => ({ rows }),
};

/** A one-line summary. */
export function summaryOf(counts: Readonly<Record<RowResult, number>>, dryRun: boolean): string {
  const changed = `${counted(counts.changed, 'node')} changed`;
  const rest = (['unchanged', 'failed'] as const).filter((result) => counts[result] > 0);
  const text = [changed, ...rest.map((result) => `${counts[result]} ${result}`)].join(', ');
  return dryRun ? `Dry run, nothing was changed. The import would report: ${text}.` : `${text}.`;
}

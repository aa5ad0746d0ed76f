import type { Column } from '../print/table.ts';
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
  /** What they say before and after it, as a table writes it; without a value, the text is empty. */
  readonly changes: readonly { readonly property: string; readonly before: string; readonly after: string }[];
  /** Why the row failed; null if it did not. */
  readonly why: string | null;
}

const rowAndResult: readonly Column<RowReport>[] = [
  { title: 'row', alignRight: true, value: ({ row }) => String(row) },
  { title: 'path', value: ({ path }) => path },
  { title: 'result', value: ({ result }) => result },
];

const quoted = (text: string): string => (text === '' ? 'nothing' : `"${text}"`);

const changeText = ({ property, before, after }: RowReport['changes'][number]): string =>
  `${property} from ${quoted(before)} to ${quoted(after)}`;

export const rowList: ListView<RowReport> = {
  columns: [
    ...rowAndResult,
    { title: 'changes', value: ({ changes, why }) => why ?? changes.map(changeText).join('; '), wrap: 'words' },
  ],
  plainColumns: [
    ...rowAndResult,
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

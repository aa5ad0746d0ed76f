import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { ListView } from '../print/printer.ts';

type Report = Result<Operations['importMetadata']>;
type Checked = Report['sets'][number] | Report['valueLists'][number];

/** What would come in, one on a line. In its REST shape it is the whole report. */
export const checkedList = (report: Report): ListView<Checked> => ({
  columns: [
    { title: 'what', value: (checked) => ('entries' in checked ? 'value list' : 'metadata set') },
    { title: 'id', value: ({ id }) => id },
    {
      title: 'holds',
      value: (checked) =>
        'entries' in checked ? `entries: ${checked.entries}` : `fields: ${checked.fields}, queries: ${checked.queries}`,
    },
  ],
  id: ({ id }) => id,
  whole: () => report,
});

/** What cannot stay as it is, or is not understood, each with its lines. */
export const misfitsOf = ({ notes }: Report): string[] =>
  notes
    .filter(({ kind }) => kind !== 'changed')
    .map(({ lines, message }) => (lines.length === 0 ? message : `line ${lines.join(', ')}: ${message}`));

import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type Field, timeColumn, timeField } from '../print/table.ts';
import { counted } from '../print/units.ts';
import type { ListView, RecordView } from '../print/view.ts';
import type { CurrentExport, ExportStatus } from './current-export.ts';

export type ExportEntry = Result<Operations['listDataExports']>['exports'][number];

const words: Readonly<Record<ExportStatus['status'], string>> = {
  REQUESTED: 'requested',
  RUNNING: 'being created',
  FINISHED: 'finished',
};

/** Servers other than edu-repo may have further states. */
const shownState = ({ status }: Pick<ExportStatus, 'status'>): string => words[status] ?? status;

/** The state of an unfinished export, as the end of a sentence about it. */
export const progressText = ({ status }: Pick<ExportStatus, 'status'>): string =>
  status === 'RUNNING' ? 'is being created' : 'is waiting for the next run of the job';

/** The queue entry of an export, with the name of the file and the end of its availability if it is finished. */
interface ShownExport extends ExportStatus {
  readonly file: string | null;
  readonly expires: string | null;
}

export const shownExport = ({ status, node, expires }: CurrentExport): ShownExport => ({
  ...status,
  file: node?.name ?? null,
  expires: expires ?? null,
});

const plainTime: typeof timeField = (label, moment) => [label, String(moment ?? '')];

const fieldsOf = (shown: ShownExport, time: typeof timeField): Field[] => [
  ['person', shown.user],
  ['state', shownState(shown)],
  time('requested', shown.requested),
  time('finished', shown.finished),
  time('download until', shown.expires),
  ['file', shown.file ?? ''],
];

export const exportRecord: RecordView<ShownExport> = {
  id: ({ user }) => user,
  fields: (shown) => fieldsOf(shown, timeField).filter(([, value]) => value !== ''),
  plainFields: (shown) => fieldsOf(shown, plainTime),
};

function mailText({ mail }: ExportEntry): string {
  if (mail === null) return '';
  if (mail.state === 'sent') return 'sent';
  return mail.tries === 0 ? 'pending' : counted(mail.tries, 'failed try', 'failed tries');
}

const nextTryOf = ({ failure, mail }: ExportEntry): string | null => failure?.nextTry ?? mail?.nextTry ?? null;

const reasonOf = ({ failure, mail }: ExportEntry): string => failure?.reason ?? mail?.reason ?? '';

/** A time column shows nothing for a mail that is about to be sent for the first time. */
const shownNextTry = (entry: ExportEntry): string | null => (reasonOf(entry) === '' ? null : nextTryOf(entry));

/** The queue for administrators. The reason and the next try are those of the export, or else of the mail. */
export const exportList: ListView<ExportEntry> = {
  columns: [
    { title: 'person', value: ({ user }) => user },
    { title: 'state', value: shownState },
    timeColumn('requested', ({ requested }) => requested),
    timeColumn('finished', ({ finished }) => finished),
    { title: 'failed', alignRight: true, value: ({ failure }) => String(failure?.tries ?? 0) },
    { title: 'mail', value: mailText },
    timeColumn('next try', shownNextTry),
    { title: 'reason', value: reasonOf },
  ],
  plainColumns: [
    { title: 'person', value: ({ user }) => user },
    { title: 'status', value: ({ status }) => status },
    { title: 'requested', value: ({ requested }) => requested },
    { title: 'finished', value: ({ finished }) => finished ?? '' },
    { title: 'failed tries', value: ({ failure }) => String(failure?.tries ?? 0) },
    { title: 'reason', value: ({ failure }) => failure?.reason ?? '' },
    { title: 'next try', value: ({ failure }) => failure?.nextTry ?? '' },
    { title: 'mail', value: ({ mail }) => mail?.state ?? '' },
    { title: 'failed mail tries', value: ({ mail }) => String(mail?.tries ?? 0) },
    { title: 'mail reason', value: ({ mail }) => mail?.reason ?? '' },
    { title: 'next mail try', value: ({ mail }) => mail?.nextTry ?? '' },
  ],
  id: ({ user }) => user,
  whole: (entries) => ({
    exports: entries,
    pagination: { total: entries.length, from: 0, count: entries.length },
  }),
};

import { shellWord } from '../print/shell-word.ts';
import { timeColumn, timeField } from '../print/table.ts';
import type { ListView, RecordView } from '../print/view.ts';
import { usageFailure } from '../program/failure.ts';
import { type JobRecord, stateOf } from './job-record.ts';

/** The command line of a job, as it can be typed. */
export const lineOf = ({ words }: JobRecord): string => ['edu-repo', ...words.map(shellWord)].join(' ');

/** A job as programs read it. */
export const jobWithState = (job: JobRecord) => ({ ...job, state: stateOf(job) });

export const jobListView: ListView<JobRecord> = {
  columns: [
    { title: 'job', alignRight: true, value: ({ id }) => String(id) },
    { title: 'state', value: stateOf },
    timeColumn('started', ({ startedAt }) => startedAt),
    { title: 'command', value: lineOf, wrap: 'words' },
  ],
  id: ({ id }) => String(id),
  whole: (jobs) => ({ jobs: jobs.map(jobWithState) }),
  each: jobWithState,
};

export const jobRecordView: RecordView<JobRecord> = {
  fields: (job) => [
    ['job', String(job.id)],
    ['state', stateOf(job)],
    ['command', lineOf(job)],
    ['folder', job.folder],
    timeField('started', job.startedAt),
    ...(job.ended === undefined
      ? []
      : ([timeField('ended', job.ended.at), ['exit code', String(job.ended.exitCode)]] as const)),
  ],
  id: ({ id }) => String(id),
};

/** Parses the ID of a job. Throws a usage failure for other texts. */
export function readJobId(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageFailure(`"${text}" is not a job.`, 'Jobs have numbers.', 'To list them: edu-repo job list');
}

import { stat } from 'node:fs/promises';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type JobRecord, type JobState, requireJob, stateOf } from './job-record.ts';
import { ownTarget, resumedJob } from './resumed.ts';
import { lineOf, readJobId } from './views.ts';

const whyNot: Readonly<Partial<Record<JobState, string>>> = {
  running: 'It is running.',
  done: 'Everything is done.',
  cancelled: 'It was cancelled.',
};

const cannotResume = (job: JobRecord, why: string): Failure =>
  new Failure(exitCodes.conflict, {
    what: `Job ${job.id} cannot go on.`,
    why,
    next: `To run its command again: ${lineOf(job)}`,
  });

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

/** The same command line in the same folder: it leaves what is done as it is, and does the rest. */
async function resume({ id }: { readonly id: number }, context: Context): Promise<ExitCode> {
  const job = await requireJob(context.environment, id);
  const why = whyNot[stateOf(job)];
  if (why !== undefined) throw cannotResume(job, why);
  if (!(await isFolder(job.folder))) throw cannotResume(job, `The folder ${job.folder} does not exist any more.`);
  context.output.note(`Going on with: ${lineOf(job)}`);
  process.chdir(job.folder);
  const target = job.createdTarget === true ? { [ownTarget]: '1' } : {};
  return context.runLine(job.words, { ...job.environment, [resumedJob]: String(id), ...target });
}

export const jobResume = defineCommand<Record<never, never>, { readonly id: number }>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo job resume 3', does: 'go on with the job 3, which leaves what is done as it is' },
    { line: 'edu-repo job resume 3 --quiet', does: 'go on, and print only errors' },
  ],
  configure: (command) => {
    command.argument('<job>', 'number of the job, as job list shows it');
  },
  readOptions: ([id = '']) => ({ id: readJobId(id) }),
  run: resume,
});

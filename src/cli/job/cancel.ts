import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { requireJob, stateOf, writeJob } from './job-record.ts';
import { readJobId } from './views.ts';

export const jobCancel = defineCommand<Record<never, never>, { readonly id: number }>({
  examples: [
    { line: 'edu-repo job cancel 3', does: 'stop the job 3; what it has done stays' },
    { line: 'edu-repo job cancel 3 --dry-run', does: 'only check that there is such a job' },
  ],
  configure: (command) => {
    command.argument('<job>', 'number of the job, as job list shows it');
  },
  readOptions: ([id = '']) => ({ id: readJobId(id) }),
  run: async ({ id }, context) => {
    const { environment, output, globals } = context;
    const job = await requireJob(environment, id);
    const state = stateOf(job);
    if (globals.dryRun) {
      output.note(`Would cancel job ${id}.`);
      return exitCodes.ok;
    }
    await writeJob(environment, { ...job, cancelled: true });
    // The process finishes what is in progress.
    if (state === 'running') process.kill(job.pid, 'SIGINT');
    output.note(state === 'running' ? `Job ${id} ends when what is in progress is done.` : `Job ${id} is cancelled.`);
    return exitCodes.ok;
  },
});

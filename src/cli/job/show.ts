import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { requireJob } from './job-record.ts';
import { jobRecordView, jobWithState, readJobId } from './views.ts';

export const jobShow = defineCommand<Record<never, never>, { readonly id: number }>({
  examples: [
    { line: 'edu-repo job show 3', does: 'show the command line and the state of the job 3' },
    { line: 'edu-repo job show 3 -o json', does: 'the same as JSON' },
  ],
  configure: (command) => {
    command.argument('<job>', 'number of the job');
  },
  readOptions: ([id = '']) => ({ id: readJobId(id) }),
  run: async ({ id }, context) => {
    const job = await requireJob(context.environment, id);
    await (await context.printer()).record(jobWithState(job), jobRecordView);
    return exitCodes.ok;
  },
});

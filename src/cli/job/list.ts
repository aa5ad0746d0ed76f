import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { readJobs } from './job-record.ts';
import { jobListView } from './views.ts';

export const jobList = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo job list', does: 'list your last imports and copies, and whether they were completed' },
    { line: 'edu-repo job list -o json', does: 'the same as JSON, with the state of each' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const shown = await (await context.printer()).list(await readJobs(context.environment), jobListView);
    if (shown === 0) context.output.note('There are no jobs yet. Imports and copies of folders become jobs.');
    return exitCodes.ok;
  },
});

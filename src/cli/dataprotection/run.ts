import type { Client } from '../../client/client.ts';
import { localTime } from '../print/local-time.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { allExports } from './queue.ts';
import { type JobRun, runJob } from './run-job.ts';

const runRecord: RecordView<JobRun> = {
  id: ({ finished }) => finished.join('\n'),
  fields: ({ finished, failed, removed }) => [
    ['finished', finished.join(', ')],
    ['failed', failed.join(', ')],
    ['expired and deleted', removed.join(', ')],
  ],
};

/** Reports failed exports with their reasons, also those of earlier runs whose next try is not due. */
async function reportFailures(client: Client, { output }: Context): Promise<boolean> {
  let reported = false;
  for await (const { user, failure } of allExports(client)) {
    if (failure === null) continue;
    reported = true;
    output.report(`The export of ${user} failed: ${failure.reason} Next try: ${localTime(failure.nextTry)}.`);
  }
  if (reported) {
    output.report('To try at once, remove the request and make it again: edu-repo dataprotection cancel PERSON');
  }
  return reported;
}

async function run(_: undefined, context: Context): Promise<ExitCode> {
  const { client } = await context.connect();
  if (context.globals.dryRun) {
    context.output.note('Would create the requested exports and delete the expired ones.');
    return exitCodes.ok;
  }
  const result = await runJob(client, context);
  const { finished, failed, removed } = result;
  const isNothing = finished.length + failed.length + removed.length === 0;
  if (!isNothing || context.globals.output !== undefined) {
    await (await context.printer()).record(result, runRecord);
  }
  const hasFailures = await reportFailures(client, context);
  if (isNothing && !hasFailures) context.output.note('Nothing to do: no export is waiting, and none has expired.');
  return failed.length > 0 ? exitCodes.partlyDone : exitCodes.ok;
}

export const dataProtectionRun = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo dataprotection run',
      does: 'create the requested exports and delete the expired ones now, without waiting for the schedule (administrators only)',
    },
    { line: 'edu-repo dataprotection run -o json', does: 'the same, with the user names as JSON' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run,
});

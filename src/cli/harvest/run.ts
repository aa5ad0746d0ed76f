import { setTimeout as pause } from 'node:timers/promises';
import { startProgress } from '../print/progress.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { type Harvest, harvestRecord } from './views.ts';

interface RunOptions {
  readonly harvest: string;
}

/** In milliseconds. */
const pollInterval = 500;

const exitCodeOf = ({ lastRun }: Harvest): ExitCode => {
  if (lastRun === null || lastRun.outcome === 'failed') return exitCodes.error;
  return lastRun.outcome === 'partly' ? exitCodes.partlyDone : exitCodes.ok;
};

/** Waits for the end of the run. The run goes on if this command is interrupted. */
async function ended(harvest: string, context: Context): Promise<Harvest> {
  const { client } = await context.connect();
  const { globals, signal } = context;
  const end = performance.now() + (globals.timeout ?? Number.POSITIVE_INFINITY);
  const progress = await startProgress(context, () => 'The server is importing');
  try {
    for (;;) {
      const current = await client.getHarvest({ harvest });
      if (current.state === 'idle') return current;
      if (performance.now() > end) {
        throw new Failure(exitCodes.error, {
          what: `The harvest ${harvest} has not ended yet.`,
          why: 'Timed out (--timeout). The server continues.',
          next: `To see its state: edu-repo harvest show ${harvest}`,
        });
      }
      await pause(pollInterval, undefined, { signal });
    }
  } finally {
    progress.stop();
  }
}

async function run({ harvest }: RunOptions, context: Context): Promise<ExitCode> {
  const { output, globals } = context;
  const { client, hasServer } = await context.connect();
  const requested = await client.runHarvest({ harvest });
  if (globals.dryRun) {
    output.note(`Would run the harvest ${harvest}.`);
    return exitCodes.ok;
  }
  if (!hasServer) {
    await (await context.printer()).record(requested, harvestRecord);
    output.note('It runs when the server starts: edu-repo serve');
    return exitCodes.ok;
  }
  const done = await ended(harvest, context);
  await (await context.printer()).record(done, harvestRecord);
  return exitCodeOf(done);
}

export const harvestRun = defineCommand<Record<never, never>, RunOptions>({
  examples: [
    {
      line: 'edu-repo harvest run 3f2a91c04b7e',
      does: 'run a harvest now, wait for its end and show the report (administrators only)',
    },
    { line: 'edu-repo harvest run 3f2a91c04b7e -o json', does: 'the same with the log of the run, as JSON' },
  ],
  configure: (command) => command.argument('<id>', 'ID of a harvest'),
  readOptions: ([harvest = '']) => ({ harvest }),
  run,
});

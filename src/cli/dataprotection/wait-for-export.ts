import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../client/client.ts';
import { createRetryingTransport } from '../../client/retrying-transport.ts';
import { startProgress } from '../print/progress.ts';
import { formatDuration } from '../print/units.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { commandFor } from './command-for.ts';
import { type CurrentExport, currentExport } from './current-export.ts';
import { progressText } from './views.ts';

/** In milliseconds. */
const pollInterval = 1_000;

const tookTooLong = (person: string, { status }: CurrentExport, waited: number): Failure =>
  new Failure(exitCodes.error, {
    what: `The data export of ${status.user} is not ready after ${formatDuration(waited)}.`,
    why: `Timed out (--timeout); the export ${progressText(status)}. The server continues.`,
    next: `To see its state: ${commandFor('status', person)}`,
  });

/**
 * Waits until the export of a person is finished. Shows progress, and rejects with a failure after the time of `--timeout`.
 * Rejects with `AnswerError` (404) if it is cancelled meanwhile.
 */
export async function waitForExport(person: string, context: Context): Promise<CurrentExport> {
  const { send } = await context.connect();
  const { signal, globals } = context;
  const client = createClient(createRetryingTransport(send, signal));
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  let current = await currentExport(client, person);
  const progress = await startProgress(
    context,
    () => `The export ${progressText(current.status)} (${formatDuration(elapsed())})`,
  );
  try {
    while (current.node === undefined) {
      const left = (globals.timeout ?? Number.POSITIVE_INFINITY) - elapsed();
      if (left <= 0) throw tookTooLong(person, current, elapsed());
      await pause(Math.min(pollInterval, left), undefined, { signal });
      current = await currentExport(client, person);
    }
    return current;
  } finally {
    progress.stop();
  }
}

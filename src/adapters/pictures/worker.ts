import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { messageOf } from '../../base/errors.ts';
import { makePicture } from './make-picture.ts';
import type { Job, Reply } from './messages.ts';
import { NoPictureError } from './no-picture-error.ts';
import { startWatchdog } from './watchdog.ts';

// The program of the process that makes pictures: one job after the other, until its server goes or ends it.

/** Others come first, and where memory runs out this process is the one to go. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system has these, and nothing depends on them.
  }
}

async function carryOut(job: Job): Promise<Reply> {
  try {
    if (job.kind === 'make') return { kind: 'made', result: await makePicture(job.source, job.path) };
    const { resized } = await import('./raster.ts');
    return { kind: 'resized', picture: await resized(job.picture, job.extent) };
  } catch (error) {
    if (error instanceof NoPictureError) return { kind: 'none', why: error.why };
    return { kind: 'broken', reason: messageOf(error) };
  }
}

stepBack();
// By terminals and service managers signals go to all processes of a server: this one ends with the server, not before.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Not by `exit`: that waits for the picture in the making, which may take minutes, and ends the watchdog before.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
startWatchdog(Number(process.argv[2]));
process.on('message', (job: Job) => {
  void carryOut(job).then((reply) => process.send?.(reply));
});

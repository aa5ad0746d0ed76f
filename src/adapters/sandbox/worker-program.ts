import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { messageOf } from '../../base/errors/errors.ts';
import type { Broken } from './sandbox.ts';
import { startWatchdog } from './watchdog.ts';

/** Others come first, and where memory runs out this process is the one to go. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system has these, and nothing depends on them.
  }
}

/**
 * Makes this process one that does jobs, one after the other, until its server goes or ends it. Where
 * `carryOut` rejects, the process itself cannot do it, and no content is to blame.
 */
export function serveJobs<Job, Reply>(carryOut: (job: Job) => Promise<Reply>): void {
  stepBack();
  // By terminals and service managers signals go to all processes of a server: this one ends with the server, not before.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // Not by `exit`: that waits for the job in hand, which may take minutes, and ends the watchdog before.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  startWatchdog(Number(process.argv[2]));
  process.on('message', (job: Job) => {
    const broken = (error: unknown): Broken => ({ kind: 'broken', reason: messageOf(error) });
    void carryOut(job)
      .catch(broken)
      .then((reply) => process.send?.(reply));
  });
}

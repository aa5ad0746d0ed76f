import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/errors/errors.ts';
import type { Broken } from './sandbox.ts';

/** Lowers the CPU priority, and makes this process the first that Linux kills if memory runs out. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system supports this, and no code depends on it.
  }
}

/**
 * The program of the watchdog thread, as text, because a thread does not get the loader that runs the sources in
 * development.
 */
const watchdogProgram = `
  const { workerData: { parent } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;

/**
 * Kills this process within a second after the server (process ID `parent`) has ended, even if it was killed. The watchdog
 * is a thread of its own, so that it works while a library blocks the main thread.
 */
function startWatchdog(parent: number): void {
  new Worker(watchdogProgram, { eval: true, workerData: { parent } }).unref();
}

/**
 * Runs jobs in this process until the server ends it or ends itself. If `runJob` rejects, the worker itself has failed, not
 * the content.
 */
export function serveJobs<Job, Reply>(runJob: (job: Job) => Promise<Reply>): void {
  lowerPriority();
  // Terminals and service managers signal all processes of a server. The worker must not end before the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // `process.exit` would wait for the current job, which may take minutes, and would stop the watchdog first.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  startWatchdog(Number(process.argv[2]));
  process.on('message', (job: Job) => {
    const broken = (error: unknown): Broken => ({ kind: 'broken', reason: messageOf(error) });
    void runJob(job)
      .catch(broken)
      .then((reply) => process.send?.(reply));
  });
}

import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../base/errors/errors.ts';
import type { Broken } from './sandbox.ts';

/** Gives way to other processes, and is the first to be killed if memory runs out. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every system supports these, and nothing depends on them.
  }
}

/** Checks every second whether the server still runs, and kills this process if it does not. */
const watchdogProgram = `
  const { workerData: { parent } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;

/**
 * Kills this process when the server (process ID `parent`) has ended, even if it was killed. The watchdog is a thread of
 * its own, so that it works while a library blocks the main thread.
 */
function startWatchdog(parent: number): void {
  // As text, because a thread does not get the loader that reads the sources in development.
  new Worker(watchdogProgram, { eval: true, workerData: { parent } }).unref();
}

/**
 * Makes this process a worker, which runs jobs one after the other until its server ends it or ends itself. If
 * `runJob` rejects, the worker itself has failed, not the content.
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

import { Worker } from 'node:worker_threads';

/** Looks every second whether the server is still there, and ends the process where it is not. */
const program = `
  const { workerData: { parent } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;

/**
 * Ends this process when the server with the process id `parent` has gone, be it killed, and also while a library does
 * not come back: for that, the one who looks is a thread beside the one that works.
 */
export function startWatchdog(parent: number): void {
  // As text, for a thread does not get the loader that reads the sources in development.
  new Worker(program, { eval: true, workerData: { parent } }).unref();
}

import { serveJobs } from '../sandbox/worker-program.ts';
import type { Job, Reply } from './messages.ts';
import { readText } from './read-text.ts';

// The program of the worker process that reads texts.

serveJobs<Job, Reply>(async ({ source, path, time }) => ({
  kind: 'read',
  outcome: await readText(source, path, time),
}));

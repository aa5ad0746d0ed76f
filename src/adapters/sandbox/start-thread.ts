import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { programFile, runsFromSources } from '../../base/package-files.ts';

/** Starts a worker thread. `module` is the path of its program below `src`, without extension; see `programFile`. */
export function startThread(module: string, workerData?: unknown): Worker {
  const program = programFile(module);
  if (!runsFromSources) return new Worker(program, { workerData });
  // In development and in tests, a thread does not inherit the TypeScript loader and must register it.
  const loader = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')));
  const start = `import('${loader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(start, { eval: true, workerData });
}

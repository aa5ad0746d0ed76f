import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { programFile, runsFromSources } from '../../base/package-files.ts';
import type { ArchiveReport, ArchiveRequest } from './archive-messages.ts';

/** The worker thread that writes one archive. */
export interface ArchiveThread {
  /** Transfers the bytes of an entry to the thread: the caller can no longer use them. */
  send(request: ArchiveRequest): void;
  /** Ends the thread immediately. Resolves when it writes no more and its files are closed. */
  end(): Promise<void>;
}

/** Starts a thread that writes to `file`, which exists and is empty. If the thread dies, it reports that it failed. */
export function startArchiveThread(file: string, onReport: (report: ArchiveReport) => void): ArchiveThread {
  const worker = startWorker(file);
  const onDeath = (reason: string, code?: string): void =>
    onReport({ kind: 'failed', failure: { kind: 'other', reason, ...(code === undefined ? {} : { code }) } });
  worker.on('message', onReport);
  worker.on('error', (error) => onDeath(messageOf(error), systemErrorCode(error)));
  worker.on('exit', () => onDeath('The worker thread ended in the middle of its work'));
  return {
    send: (request) => worker.postMessage(request, buffersOf(request)),
    end: async () => {
      await worker.terminate();
    },
  };
}

const buffersOf = (request: ArchiveRequest): ArrayBuffer[] =>
  request.kind === 'add' && request.entry.source instanceof Uint8Array
    ? [request.entry.source.buffer as ArrayBuffer]
    : [];

function startWorker(file: string): Worker {
  const program = programFile('adapters/archives/archive-thread-program');
  if (!runsFromSources) return new Worker(program, { workerData: file, execArgv: ['--enable-source-maps'] });
  // In development and in tests, a thread does not inherit the TypeScript loader and must register it.
  const loader = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')));
  const start = `import('${loader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(start, { eval: true, workerData: file });
}

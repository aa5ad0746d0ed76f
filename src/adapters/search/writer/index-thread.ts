import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { programFile, runsFromSources } from '../../../base/package-files.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { Columns } from '../segment/segment-format.ts';
import type { InvertJob } from './inverter-worker.ts';
import type { MergeJob } from './merge-worker.ts';

/** What there is to do, and what it comes to. */
export interface ThreadJobs {
  readonly merge: { readonly job: MergeJob; readonly result: Columns };
  readonly lists: { readonly job: InvertJob; readonly result: WrittenPostings };
}

export type JobKind = keyof ThreadJobs;

/** A job as the thread gets it; it answers with the number and the result. Jobs of different kinds go on side by side. */
export type ThreadRequest = {
  readonly [K in JobKind]: { readonly number: number; readonly kind: K; readonly job: ThreadJobs[K]['job'] };
}[JobKind];

export interface ThreadAnswer {
  readonly number: number;
  readonly result: ThreadJobs[JobKind]['result'];
}

/** The thread that does the long work of an index beside the one that answers. It is there as long as there is something to do. */
export interface IndexThread {
  /** Starts it where there is none. A number of its own for each thread, for whoever tells it something once. */
  start(): number;
  /**
   * What is in the buffers is given away. Rejects where the thread cannot be started, or where it breaks, in whichever job: the next one
   * begins another thread.
   */
  run<K extends JobKind>(
    kind: K,
    job: ThreadJobs[K]['job'],
    given: readonly ArrayBuffer[],
  ): Promise<ThreadJobs[K]['result']>;
  /** Ends it at once; what it was doing is rejected. */
  end(): void;
  /** The same for good: from now on all is rejected. */
  stop(): void;
}

/** In milliseconds: a thread that had nothing to do for so long is ended. */
const idleTime = 10_000;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts nothing yet. Only a thread that has something to do keeps a process from ending. */
export function createIndexThread(): IndexThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let started = 0;
  let isStopped = false;
  let lastJob = 0;
  let idle: NodeJS.Timeout | undefined;

  const gone = (error: unknown): void => {
    worker = undefined;
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const end = (): void => {
    void worker?.terminate();
    gone(new Error('the thread of the index was ended'));
  };

  const newWorker = (): Worker => {
    const one = startWorker();
    started += 1;
    one.unref();
    one.on('message', ({ number, result }: ThreadAnswer) => {
      // What one says that was ended meanwhile is not waited for any more.
      if (worker !== one) return;
      // Each job is answered with the result of its kind.
      waiting.get(number)?.resolve(result as never);
      waiting.delete(number);
      if (waiting.size > 0) return;
      one.unref();
      idle = setTimeout(end, idleTime).unref();
    });
    one.on('error', (error) => {
      if (worker === one) gone(error);
    });
    return one;
  };

  const running = (): Worker => {
    if (isStopped) throw new Error('the thread of the index is not started any more');
    clearTimeout(idle);
    worker ??= newWorker();
    return worker;
  };

  return {
    start() {
      running();
      return started;
    },
    run: (kind, job, given) =>
      new Promise((resolve, reject) => {
        const to = running();
        lastJob += 1;
        to.postMessage({ number: lastJob, kind, job }, given);
        waiting.set(lastJob, { resolve, reject });
        to.ref();
      }),
    end,
    stop() {
      isStopped = true;
      end();
    },
  };
}

function startWorker(): Worker {
  const program = programFile('adapters/search/writer/index-thread-program');
  if (!runsFromSources) return new Worker(program, { execArgv: ['--enable-source-maps'] });
  // In development and in tests: a thread does not get the loader that reads the sources, and registers it for itself.
  const loader = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')));
  const start = `import('${loader}').then(({ register }) => { register(); return import('${program}'); });`;
  return new Worker(start, { eval: true });
}

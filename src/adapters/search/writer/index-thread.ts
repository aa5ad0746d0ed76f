import type { Worker } from 'node:worker_threads';
import { startThread } from '../../sandbox/start-thread.ts';
import type { WrittenPostings } from '../segment/postings.ts';
import type { Columns } from '../segment/segment-format.ts';
import type { Ranges } from './inverter.ts';

/** Copies of segments for the thread, which replies with the `Columns` of the merged segment. */
export type MergeJob = readonly { readonly sections: Columns; readonly deleted: Uint8Array | null }[];

/** A term log, and the terms of its dictionary that the thread does not have yet. */
export interface InvertJob {
  readonly vocabulary: number;
  readonly added: readonly string[];
  readonly log: Uint32Array;
  readonly stretches: Ranges;
}

/** The kinds of jobs, each with its result. */
interface ThreadJobs {
  readonly merge: { readonly job: MergeJob; readonly result: Columns };
  readonly lists: { readonly job: InvertJob; readonly result: WrittenPostings };
}

type JobKind = keyof ThreadJobs;

/**
 * A job as the thread receives it. The reply has the number and the result of the job. Jobs of different kinds run
 * concurrently.
 */
export type ThreadRequest = {
  readonly [K in JobKind]: { readonly number: number; readonly kind: K; readonly job: ThreadJobs[K]['job'] };
}[JobKind];

export interface ThreadAnswer {
  readonly number: number;
  readonly result: ThreadJobs[JobKind]['result'];
}

/** A thread without work ends after this many milliseconds. */
const idleTime = 10_000;

interface PendingJob {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The worker thread that does the long computations of an index. It exists only while it has work, and for a few
 * seconds after. A process can exit while the thread is idle.
 */
export class IndexThread {
  readonly #pending = new Map<number, PendingJob>();
  #worker: Worker | undefined;
  #startCount = 0;
  #isStopped = false;
  #lastJob = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Starts a thread if there is none. Returns a number that is unique to the thread, for callers that keep state in it. */
  start(): number {
    this.#running();
    return this.#startCount;
  }

  /**
   * Transfers the buffers to the thread. Rejects if the thread cannot be started, or if it fails during any job. The
   * next call starts another thread.
   */
  run<K extends JobKind>(
    kind: K,
    job: ThreadJobs[K]['job'],
    transferred: readonly ArrayBuffer[],
  ): Promise<ThreadJobs[K]['result']> {
    return new Promise((resolve, reject) => {
      const worker = this.#running();
      this.#lastJob += 1;
      worker.postMessage({ number: this.#lastJob, kind, job }, transferred);
      this.#pending.set(this.#lastJob, { resolve, reject });
      worker.ref();
    });
  }

  /** Ends the thread immediately. Its jobs reject. */
  end(): void {
    void this.#worker?.terminate();
    this.#fail(new Error('The worker thread of the search index was ended.'));
  }

  /** Ends the thread immediately. All further calls fail. */
  stop(): void {
    this.#isStopped = true;
    this.end();
  }

  #running(): Worker {
    if (this.#isStopped) throw new Error('The search index was stopped and starts no more worker threads.');
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#newWorker();
    return this.#worker;
  }

  #newWorker(): Worker {
    const worker = startThread('adapters/search/writer/index-thread-program');
    this.#startCount += 1;
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => {
      // A thread that was ended may still have sent a reply. Its job was rejected.
      if (this.#worker === worker) this.#accept(answer, worker);
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#fail(error);
    });
    return worker;
  }

  #accept({ number, result }: ThreadAnswer, worker: Worker): void {
    // The result is of the kind of its job.
    this.#pending.get(number)?.resolve(result as never);
    this.#pending.delete(number);
    if (this.#pending.size > 0) return;
    worker.unref();
    this.#idleTimer = setTimeout(() => this.end(), idleTime).unref();
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    clearTimeout(this.#idleTimer);
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

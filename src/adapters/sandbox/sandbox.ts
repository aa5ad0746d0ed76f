import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { QueueSlot } from '../../base/scheduling/fair-queue.ts';
import type { FailureReason, WorkLimits } from '../../domain/renditions/failed-attempts.ts';
import { createJobQueue } from './job-queue.ts';
import { WorkerGone, WorkerProcess } from './worker-process.ts';

export interface SandboxOptions {
  readonly limits: WorkLimits;
  /** The folder for copies of untrusted contents. The sandbox empties it at the first use. */
  readonly folder: string;
  /** The program of the worker process. It calls `serveJobs`. */
  readonly program: URL;
  /** The beginning of error messages, for example "Thumbnails cannot be made". */
  readonly failing: string;
}

/** A reply of any worker: the worker itself has failed, not the content. */
export interface Broken {
  readonly kind: 'broken';
  readonly reason: string;
}

type JobOutcome<Reply> = { readonly reply: Reply } | { readonly failed: FailureReason; readonly again: boolean };

/** A worker is ended after this long without a job. */
const idleTimeoutMs = 30_000;

class TooLarge extends Error {}

function limitSize(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new TooLarge() : null, chunk);
    },
  });
}

/** Runs jobs in a worker process, which is started on demand and ended when idle. */
export class Sandbox<Job extends object, Reply extends { readonly kind: string }> {
  readonly #queue = createJobQueue();
  readonly #options: SandboxOptions;
  #worker: WorkerProcess<Job, Reply | Broken> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Settles when the folder is empty; undefined before the first use and after a failure. */
  #cleared: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  /** Queues work, which runs one at a time. Rank 0 goes first; owners of equal rank alternate. */
  enqueue<T>(slot: QueueSlot, work: () => Promise<T>): Promise<T> {
    return this.#queue.add(slot, work);
  }

  /** The error for callers while no job can be done, with this reason. */
  unavailable(reason: string, cause?: unknown): RepositoryError {
    return new RepositoryError('Unavailable', `${this.#options.failing} now: ${reason}.`, { cause });
  }

  /** Call this within `enqueue`. Rejects with `WorkerGone`, or with `Unavailable` if the worker cannot do any job now. */
  async run(job: Job): Promise<Reply> {
    clearTimeout(this.#idleTimer);
    if (this.#stopped) throw this.#stopping();
    if (this.#worker?.alive !== true) this.#worker = new WorkerProcess(this.#options.program, this.#options.limits);
    const reply = await this.#worker.run(job);
    if (this.#worker?.worn === true) await this.#endWorker();
    this.#idleTimer = setTimeout(() => void this.#endWorker(), idleTimeoutMs);
    this.#idleTimer.unref();
    // Only `Broken` has this kind.
    if (reply.kind === 'broken') throw this.unavailable((reply as Broken).reason);
    return reply as Reply;
  }

  /**
   * Runs a job on a file with these bytes (`maxBytes` at most). Call this within `enqueue`. Resolves to a reason if the
   * worker did not finish the job. A worker that dies for an unknown reason may have been killed from outside, so the job
   * is run a second time. With `once` it is run only once; `again` then states that a second call may succeed.
   */
  async runOnFile(
    open: () => Promise<Readable>,
    maxBytes: number,
    jobOf: (path: string) => Job,
    { once = false }: { readonly once?: boolean } = {},
  ): Promise<JobOutcome<Reply>> {
    await this.#prepareFolder();
    try {
      return await this.#withFile(await open(), maxBytes, (path) => this.#outcomeOf(jobOf(path), once));
    } catch (error) {
      if (error instanceof TooLarge) return { failed: 'too large', again: false };
      throw error;
    }
  }

  /** Ends the running job and refuses all others. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#queue.close(this.#stopping());
    clearTimeout(this.#idleTimer);
    await this.#endWorker();
  }

  #stopping(): RepositoryError {
    return this.unavailable('the server is stopping');
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.end();
  }

  async #runTwice(job: Job): Promise<Reply> {
    try {
      return await this.run(job);
    } catch (error) {
      if (error instanceof WorkerGone && error.why === 'died') return this.run(job);
      throw error;
    }
  }

  async #outcomeOf(job: Job, once: boolean): Promise<JobOutcome<Reply>> {
    try {
      return { reply: await (once ? this.run(job) : this.#runTwice(job)) };
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      if (error.why === 'ended') throw this.#stopping();
      if (error.why === 'died') return { failed: 'ended in the middle', again: once };
      return { failed: error.why, again: false };
    }
  }

  async #clearFolder(): Promise<void> {
    try {
      await rm(this.#options.folder, { recursive: true, force: true });
    } catch (error) {
      // The cause may be temporary, so the next use tries again.
      this.#cleared = undefined;
      throw error;
    }
  }

  /** Creates the folder each time, because an operator may delete caches while the server runs. */
  async #prepareFolder(): Promise<void> {
    try {
      this.#cleared ??= this.#clearFolder();
      await this.#cleared;
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw this.unavailable(messageOf(error), error);
    }
  }

  /** Copies the bytes into a file, because the worker reads only files. */
  async #withFile<T>(bytes: Readable, maxBytes: number, work: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.#options.folder, randomUUID());
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(bytes, limitSize(maxBytes), file).catch((error: unknown) => this.#rethrow(error));
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /**
   * If the copy cannot be written, no other content can be processed now either. All other errors concern only this
   * content.
   */
  #rethrow(error: unknown): never {
    const isWriteError =
      error instanceof Error && 'syscall' in error && ['open', 'write'].includes(String(error.syscall));
    throw isWriteError ? this.unavailable(messageOf(error), error) : error;
  }
}

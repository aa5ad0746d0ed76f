import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf, RepositoryError } from '../../base/errors/errors.ts';
import type { QueueSlot } from '../../base/scheduling/fair-queue.ts';
import type { FailureReason, WorkLimits } from '../../domain/renditions/work-limits.ts';
import { createJobQueue } from './job-queue.ts';
import { startWorkerProcess, WorkerGone, type WorkerProcess } from './worker-process.ts';

export interface SandboxOptions {
  readonly limits: WorkLimits;
  /** For the content that is looked at: its bytes may come from anywhere. Cleared at the first use. */
  readonly folder: string;
  /** The program of the process: one that calls `serveJobs`. */
  readonly program: URL;
  /** What it does, for messages: «Pictures cannot be made». */
  readonly failing: string;
}

/** What every such process may answer beside its own replies: it cannot do it, and no content is to blame. */
export interface Broken {
  readonly kind: 'broken';
  readonly reason: string;
}

export type JobOutcome<Reply> = { readonly reply: Reply } | { readonly inVain: FailureReason; readonly again: boolean };

/** Does jobs in a process of its own, which is there as long as there is something to do. */
export interface Sandbox<Job, Reply> {
  /** One piece of work at a time; rank 0 goes first, and owners of equal rank take turns. */
  inTurn<T>(place: QueueSlot, work: () => Promise<T>): Promise<T>;
  /** To be called in its turn. Rejects with `WorkerGone`, or with `Unavailable` where nothing can be done now. */
  run(job: Job): Promise<Reply>;
  /**
   * Does a job on a file with these bytes, in its turn; a reason where the process did not come to its end. What goes
   * without a known reason gets a second chance, as it may have been ended from outside: at once, or with `once` from the
   * caller, who is told `again` then.
   */
  runOnFile(
    open: () => Promise<Readable>,
    most: number,
    jobOf: (path: string) => Job,
    how?: { readonly once?: boolean },
  ): Promise<JobOutcome<Reply>>;
  /** Nothing can be done now, for this reason. */
  unavailable(reason: string, cause?: unknown): RepositoryError;
  /** Ends at once what is being done, and takes nothing more. */
  stop(): Promise<void>;
}

/** In milliseconds: a process that had nothing to do for so long is ended. */
const idleTime = 30_000;

class TooLarge extends Error {}

function limited(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new TooLarge() : null, chunk);
    },
  });
}

/** Starts nothing yet. */
export function createSandbox<Job extends object, Reply extends { readonly kind: string }>(
  options: SandboxOptions,
): Sandbox<Job, Reply> {
  const { limits, program, folder } = options;
  const queue = createJobQueue();
  let worker: WorkerProcess<Job, Reply | Broken> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let cleared: Promise<void> | undefined;
  let stopped = false;

  const unavailable = (reason: string, cause?: unknown): RepositoryError =>
    new RepositoryError('Unavailable', `${options.failing} now: ${reason}.`, { cause });

  const stopping = (): RepositoryError => unavailable('the repository is stopping');

  const endWorker = async (): Promise<void> => {
    const ending = worker;
    worker = undefined;
    await ending?.end();
  };

  const run = async (job: Job): Promise<Reply> => {
    clearTimeout(idle);
    if (stopped) throw stopping();
    if (worker?.alive !== true) worker = startWorkerProcess(program, limits);
    const reply = await worker.run(job);
    if (worker?.worn === true) await endWorker();
    idle = setTimeout(() => void endWorker(), idleTime);
    idle.unref();
    // Only `Broken` has this kind.
    if (reply.kind === 'broken') throw unavailable((reply as Broken).reason);
    return reply as Reply;
  };

  const runTwice = (job: Job): Promise<Reply> =>
    run(job).catch((error: unknown) => {
      if (error instanceof WorkerGone && error.why === 'died') return run(job);
      throw error;
    });

  const outcomeOf = async (job: Job, once: boolean): Promise<JobOutcome<Reply>> => {
    try {
      return { reply: await (once ? run(job) : runTwice(job)) };
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      if (error.why === 'ended') throw stopping();
      if (error.why === 'died') return { inVain: 'ended in the middle', again: once };
      return { inVain: error.why, again: false };
    }
  };

  const clear = async (): Promise<void> => {
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // What kept it from being cleared may pass.
      cleared = undefined;
      throw error;
    }
  };

  /** Whoever clears caches away may do so while this runs. */
  const prepareFolder = async (): Promise<void> => {
    try {
      cleared ??= clear();
      await cleared;
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw unavailable(messageOf(error), error);
    }
  };

  /** The bytes may not be readable; or they cannot be put where they are looked at, and then no others can. */
  const explain = (error: unknown): never => {
    const own = error instanceof Error && 'syscall' in error && ['open', 'write'].includes(String(error.syscall));
    throw own ? unavailable(messageOf(error), error) : error;
  };

  /** A process can be shown a file only, and the bytes may be anywhere. */
  const inFile = async <T>(bytes: Readable, most: number, work: (path: string) => Promise<T>): Promise<T> => {
    const path = join(folder, randomUUID());
    try {
      await pipeline(bytes, limited(most), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(explain);
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  return {
    inTurn: (place, work) => queue.add(place, work),
    run,
    async runOnFile(open, most, jobOf, { once = false } = {}) {
      await prepareFolder();
      try {
        return await inFile(await open(), most, (path) => outcomeOf(jobOf(path), once));
      } catch (error) {
        if (error instanceof TooLarge) return { inVain: 'too large', again: false };
        throw error;
      }
    },
    unavailable,
    async stop() {
      stopped = true;
      queue.close(stopping());
      clearTimeout(idle);
      await endWorker();
    },
  };
}

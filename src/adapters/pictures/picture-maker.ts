import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf, RepositoryError } from '../../base/errors.ts';
import type { PictureLimits } from '../../domain/picture.ts';
import type { PictureSource } from '../../domain/picture-source.ts';
import type { PictureMaker, PictureOutcome } from '../../ports/pictures.ts';
import { createJobQueue } from './job-queue.ts';
import { type Job, largestSource, type Reply } from './messages.ts';
import { startWorkerProcess, WorkerGone, type WorkerProcess } from './worker-process.ts';

export interface PictureMakerOptions extends PictureLimits {
  /** For the content that is looked at: its bytes may come from anywhere. Cleared at the first use. */
  readonly folder: string;
}

/** In milliseconds: a process that had nothing to do for so long is ended. */
const idleTime = 30_000;

/** Whoever waits for another size gets a kept one where it takes too long; for a picture that is not there, a card. */
const ranks = { urgent: 0, resize: 1, behind: 2 } as const;

const unavailable = (reason: string, cause?: unknown): RepositoryError =>
  new RepositoryError('Unavailable', `Pictures cannot be made now: ${reason}.`, { cause });

const stopping = (): RepositoryError => unavailable('the repository is stopping');

class TooLarge extends Error {}

/** The bytes may not be readable; or they cannot be put where they are looked at, and then no others can. */
function explain(error: unknown): never {
  const own = error instanceof Error && 'syscall' in error && ['open', 'write'].includes(String(error.syscall));
  throw own ? unavailable(messageOf(error), error) : error;
}

function limited(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new TooLarge() : null, chunk);
    },
  });
}

/** Makes pictures in a process of its own, which is there as long as there is something to do. Starts nothing yet. */
export function createPictureMaker(options: PictureMakerOptions): PictureMaker {
  const queue = createJobQueue();
  let worker: WorkerProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let cleared: Promise<void> | undefined;
  let stopped = false;

  const endWorker = async (): Promise<void> => {
    const ending = worker;
    worker = undefined;
    await ending?.end();
  };

  const run = async (job: Job): Promise<Reply> => {
    clearTimeout(idle);
    if (stopped) throw stopping();
    if (worker?.alive !== true) worker = startWorkerProcess(options);
    const reply = await worker.run(job);
    if (worker?.worn === true) await endWorker();
    idle = setTimeout(() => void endWorker(), idleTime);
    idle.unref();
    if (reply.kind === 'broken') throw unavailable(reply.reason);
    return reply;
  };

  /** What goes without a known reason gets a second chance: it may have been ended from outside. */
  const runTwice = (job: Job): Promise<Reply> =>
    run(job).catch((error: unknown) => {
      if (error instanceof WorkerGone && error.why === 'died') return run(job);
      throw error;
    });

  const outcomeOf = async (job: Job): Promise<PictureOutcome> => {
    try {
      const reply = await runTwice(job);
      if (reply.kind === 'made') return reply.result;
      if (reply.kind === 'none') return { made: null, why: reply.why };
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error;
      if (error.why === 'ended') throw stopping();
      return { made: null, why: error.why === 'died' ? 'ended in the middle' : error.why };
    }
    throw unavailable('it was answered to something else');
  };

  const clear = async (): Promise<void> => {
    try {
      await rm(options.folder, { recursive: true, force: true });
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
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw unavailable(messageOf(error), error);
    }
  };

  /** A process can be shown a file only, and the bytes may be anywhere. */
  const inFile = async <T>(bytes: Readable, most: number, work: (path: string) => Promise<T>): Promise<T> => {
    const path = join(options.folder, randomUUID());
    try {
      await pipeline(bytes, limited(most), createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(explain);
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  const make = async (source: PictureSource, open: () => Promise<Readable>): Promise<PictureOutcome> => {
    await prepareFolder();
    try {
      return await inFile(await open(), largestSource[source], (path) => outcomeOf({ kind: 'make', source, path }));
    } catch (error) {
      if (error instanceof TooLarge) return { made: null, why: 'too large' };
      throw error;
    }
  };

  return {
    limits: { time: options.time, memory: options.memory },
    make: (source, open, { urgent }) => queue.add(urgent ? ranks.urgent : ranks.behind, () => make(source, open)),
    resize: (openPicture, extent) =>
      queue.add(ranks.resize, async () => {
        const picture = await openPicture();
        if (picture === undefined) return undefined;
        const reply = await run({ kind: 'resize', picture, extent });
        if (reply.kind !== 'resized') throw unavailable('it was answered to something else');
        return reply.picture;
      }),
    async stop() {
      stopped = true;
      queue.close(stopping());
      clearTimeout(idle);
      await endWorker();
    },
  };
}

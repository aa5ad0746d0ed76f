import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runsFromSources } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/failed-attempts.ts';

/** The worker ended before its job was done. `died`: it ended by itself or was killed by something else. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
  readonly why: 'took too long' | 'too much memory' | 'died' | 'ended';

  constructor(why: WorkerGone['why']) {
    super(`The worker process ended before its job was done: ${why}.`);
    this.why = why;
  }
}

/** How often memory is measured while a job runs. */
const memoryCheckIntervalMs = 40;
/** The maximum size of the JavaScript heap, in megabytes. Libraries decode contents outside of this heap. */
const maxHeap = 256;
const maxJobs = 500;

/** The environment variables that a worker gets. The others may hold secrets. */
const inheritedVariables = [
  'HOME',
  'LANG',
  'LC_ALL',
  'PATH',
  'TMPDIR',
  'TEMP',
  'XDG_CACHE_HOME',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'SystemRoot',
];

function environment(): NodeJS.ProcessEnv {
  const inherited = inheritedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // With few malloc arenas, freed memory goes back to the system, which matters under a memory limit.
  return { ...Object.fromEntries(inherited), MALLOC_ARENA_MAX: '2' };
}

function startProcess(program: URL): ChildProcess {
  // In development and in tests, the loader that runs the sources of the server also runs those of the worker.
  const loader = runsFromSources ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(fileURLToPath(program), [String(process.pid)], {
    execArgv: [`--max-old-space-size=${maxHeap}`, ...loader],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Resident memory of a process in bytes; undefined if the system does not report it, or the process has ended. */
async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    // Only Linux has such files.
    return undefined;
  }
}

/** A child process that runs jobs. It never outlives its parent, and keeps the parent running only while a job runs. */
export class WorkerProcess<Job extends object, Reply> {
  readonly #child: ChildProcess;
  readonly #limits: WorkLimits;
  readonly #gone: Promise<void>;
  #alive = true;
  #jobs = 0;
  #lastResident = 0;
  #why: WorkerGone['why'] = 'died';

  constructor(program: URL, limits: WorkLimits) {
    this.#child = startProcess(program);
    this.#limits = limits;
    this.#gone = new Promise<void>((resolve) => {
      const settle = (): void => {
        this.#alive = false;
        resolve();
      };
      this.#child.once('exit', settle);
      // The process could not be started.
      this.#child.once('error', settle);
    });
    this.#setReferenced(false);
  }

  /** Whether the process is running. */
  get alive(): boolean {
    return this.#alive;
  }

  /** The process has done so many jobs, or grown so large, that it should be replaced. */
  get worn(): boolean {
    return this.#jobs >= maxJobs || this.#lastResident > this.#limits.memory / 2;
  }

  /** Runs a job, one at a time. Rejects with `WorkerGone` if the process ends first. */
  async run(job: Job): Promise<Reply> {
    this.#jobs += 1;
    this.#setReferenced(true);
    const stopWatching = this.#watchLimits();
    try {
      return await this.#reply(job);
    } finally {
      stopWatching();
      this.#setReferenced(false);
    }
  }

  /** Resolves when the process has ended. */
  async end(): Promise<void> {
    if (this.#alive) this.#kill('ended');
    // This process must not end before the worker has.
    this.#setReferenced(true);
    await this.#gone;
  }

  #kill(reason: WorkerGone['why']): void {
    this.#why = reason;
    this.#alive = false;
    this.#child.kill('SIGKILL');
  }

  /** A referenced child keeps this process running. */
  #setReferenced(referenced: boolean): void {
    for (const handle of [this.#child, this.#child.channel]) {
      if (referenced) handle?.ref();
      else handle?.unref();
    }
  }

  /** Kills the worker when it exceeds a limit. Returns a function that ends the watch. */
  #watchLimits(): () => void {
    const timeout = setTimeout(() => this.#kill('took too long'), this.#limits.time);
    const memoryCheck = setInterval(() => {
      void residentBytes(this.#child.pid ?? 0).then((bytes = 0) => {
        this.#lastResident = bytes;
        if (bytes > this.#limits.memory) this.#kill('too much memory');
      });
    }, memoryCheckIntervalMs);
    return () => {
      clearTimeout(timeout);
      clearInterval(memoryCheck);
    };
  }

  #reply(job: Job): Promise<Reply> {
    return new Promise((resolve, reject) => {
      // If the job cannot be sent, the process has ended, and `#gone` rejects the reply.
      this.#child.once('message', (message) => resolve(message as Reply)).send(job, () => undefined);
      void this.#gone.then(() => reject(new WorkerGone(this.#why)));
    });
  }
}

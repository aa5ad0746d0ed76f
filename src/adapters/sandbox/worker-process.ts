import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runsFromSources } from '../../base/package-files.ts';
import type { WorkLimits } from '../../domain/renditions/work-limits.ts';
import { residentBytes } from './process-memory.ts';

/** A worker that did not come to the end of its job. `died`: nobody here ended it. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
  readonly why: 'took too long' | 'too much memory' | 'died' | 'ended';

  constructor(why: WorkerGone['why']) {
    super(`The process for such work has gone: ${why}.`);
    this.why = why;
  }
}

/** A process that does jobs. */
export interface WorkerProcess<Job, Reply> {
  /** False from the moment that it ends. */
  readonly alive: boolean;
  /** It has worked so much, or grown so large, that a new one is better. */
  readonly worn: boolean;
  /** One job at a time. Rejects with `WorkerGone`. */
  run(job: Job): Promise<Reply>;
  /** Resolves when the process is no more. */
  end(): Promise<void>;
}

/** In milliseconds: memory is looked at so often while a job runs. */
const lookEvery = 40;
/** Of JavaScript objects, in megabytes: what libraries make of contents lies outside of it. */
const mostHeap = 256;
const mostJobs = 500;

/** What a worker is told of the environment. Secrets may be in the rest of it. */
const passedOn = [
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
  const known = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // Few pools of free memory: a process under a limit should give it back.
  return { ...Object.fromEntries(known), MALLOC_ARENA_MAX: '2' };
}

function startProcess(program: URL): ChildProcess {
  // In development and in tests the sources run as they are, by the loader that runs the server.
  const loader = runsFromSources ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(fileURLToPath(program), [String(process.pid)], {
    execArgv: [`--max-old-space-size=${mostHeap}`, ...loader],
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Starts a process of this program. It does not keep this one from ending unless a job runs, and never outlives it. */
export function startWorkerProcess<Job extends object, Reply>(
  program: URL,
  limits: WorkLimits,
): WorkerProcess<Job, Reply> {
  const child = startProcess(program);
  let alive = true;
  let jobs = 0;
  let lastResident = 0;
  let why: WorkerGone['why'] = 'died';

  const gone = new Promise<void>((resolve) => {
    const settle = (): void => {
      alive = false;
      resolve();
    };
    child.once('exit', settle);
    // It could not be started at all.
    child.once('error', settle);
  });

  const kill = (reason: WorkerGone['why']): void => {
    why = reason;
    alive = false;
    child.kill('SIGKILL');
  };

  const hold = (held: boolean): void => {
    if (held) child.ref();
    else child.unref();
    if (held) child.channel?.ref();
    else child.channel?.unref();
  };

  /** Gives what ends the watch. */
  const watch = (): (() => void) => {
    const tooLong = setTimeout(() => kill('took too long'), limits.time);
    const look = setInterval(() => {
      void residentBytes(child.pid ?? 0).then((bytes = 0) => {
        lastResident = bytes;
        if (bytes > limits.memory) kill('too much memory');
      });
    }, lookEvery);
    return () => {
      clearTimeout(tooLong);
      clearInterval(look);
    };
  };

  const reply = (job: Job): Promise<Reply> =>
    new Promise((resolve, reject) => {
      // A process that goes while it is told so is heard of by its end.
      child.once('message', (message) => resolve(message as Reply)).send(job, () => undefined);
      void gone.then(() => reject(new WorkerGone(why)));
    });

  hold(false);
  return {
    get alive() {
      return alive;
    },
    get worn() {
      return jobs >= mostJobs || lastResident > limits.memory / 2;
    },
    async run(job) {
      jobs += 1;
      hold(true);
      const endWatch = watch();
      try {
        return await reply(job);
      } finally {
        endWatch();
        hold(false);
      }
    },
    async end() {
      if (alive) kill('ended');
      // Waiting for it is work, too.
      hold(true);
      await gone;
    },
  };
}

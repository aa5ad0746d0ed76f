import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of the bench; it is stopped at the end of the run at the latest. */
export interface Child {
  readonly pid: number;
  /** Lines that it wrote on stdout so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line on stdout that begins so; rejects when the process ends without it. */
  line(beginning: string): Promise<string>;
  /** Resolves when it has ended well; rejects where it ended otherwise. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The only core that it may run on, where the machine has several and `taskset` is there. */
  readonly core?: number;
}

/** A file of the package, by its path from the top. */
export const ofPackage = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Names another checkout whose build is measured in place of this one. */
export const checkoutVariable = 'EDU_REPO_BENCH_CHECKOUT';

/** The same file in the checkout whose build is measured. */
export const inSubject = (file: string): string =>
  join(process.env[checkoutVariable] ?? ofPackage('.'), relative(ofPackage('.'), file));

/** The programs of the bench that are processes of their own: plain JavaScript, so that no loader slows them down. */
export const programs = {
  archiveSubject: inSubject(fileURLToPath(new URL('./processes/archive-subject.mjs', import.meta.url))),
  fourThreads: fileURLToPath(new URL('./processes/four-threads.mjs', import.meta.url)),
  hello: fileURLToPath(new URL('./processes/hello.mjs', import.meta.url)),
  loopDelay: fileURLToPath(new URL('./processes/loop-delay.mjs', import.meta.url)),
  load: fileURLToPath(new URL('./processes/load.mjs', import.meta.url)),
  pdfkitText: fileURLToPath(new URL('./processes/pdfkit-text.mjs', import.meta.url)),
  searchPeer: fileURLToPath(new URL('./processes/search-fts5.mjs', import.meta.url)),
  searchSubject: inSubject(fileURLToPath(new URL('./processes/search-subject.mjs', import.meta.url))),
  stream: fileURLToPath(new URL('./processes/stream.mjs', import.meta.url)),
  syncedPut: fileURLToPath(new URL('./processes/synced-put.mjs', import.meta.url)),
  wrkScript: fileURLToPath(new URL('./processes/wrk.lua', import.meta.url)),
} as const;

const running = new Set<Child>();

/** Stops whatever is still running. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop()));
}

/** Without the variables by which the bench itself, or a test runner, is run. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, VITEST: _vitest, NODE_ENV: _environment, ...kept } = process.env;
  return { ...kept, NODE_ENV: 'production', ...more };
}

function pinned(command: readonly string[], core: number | undefined): readonly string[] {
  if (core === undefined || !canPin || core >= availableParallelism()) return command;
  return [taskset, '-c', String(core), ...command];
}

/** Keeps the bench itself, which here sends the requests, on one core, where there are several. */
export function pinSelf(core: number): void {
  if (canPin && core < availableParallelism()) spawnSync(taskset, ['-acp', String(core), String(process.pid)]);
}

const taskset = 'taskset';

const canPin = availableParallelism() > 1 && spawnSync(taskset, ['--version']).error === undefined;

/** Starts a program. Its stderr is shown where it ends badly. */
export function start(command: readonly string[], options: ChildOptions = {}): Child {
  const [program = '', ...words] = pinned(command, options.core);
  const child = spawn(program, words, {
    env: cleanEnvironment(options.environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const ended = whenEnded(child, () => `${command.join(' ')}\n${errors}`);
  const settled = ended.catch(() => undefined);

  const line = (beginning: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find((text) => text.startsWith(beginning));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error(`${command.join(' ')} ended without saying «${beginning}».`)), reject);
    });

  const self: Child = {
    pid: child.pid ?? Number.NaN,
    lines,
    line,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await settled;
    },
  };
  running.add(self);
  settled.finally(() => running.delete(self)).catch(() => undefined);
  return self;
}

function whenEnded(child: ChildProcess, story: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`A process of the bench ended with ${code ?? signal}: ${story()}`));
    });
  });
}

/** Runs a program to its end and resolves with what its last line says in JSON. */
export async function runForJson<T>(command: readonly string[], options: ChildOptions = {}): Promise<T> {
  const child = start(command, options);
  await child.ended;
  // The programs of the bench end with one line that their caller knows the form of.
  return JSON.parse(child.lines.at(-1) ?? '') as T;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { packageFolder, runsFromSources } from '../../base/package-files.ts';

/** How an import process ended, and what it wrote. */
export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** The end of it. */
  readonly stderr: string;
}

/** In megabytes. */
const maxHeap = 512;
const maxStdout = 4_000_000;
const maxStderr = 16_000;

/** How long a process may finish the files in progress after SIGTERM, in milliseconds. */
const graceMs = 8_000;

/** The environment variables that an import gets. The others may hold secrets. */
const inheritedVariables = [
  ...['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TEMP', 'TZ', 'SystemRoot'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'NODE_EXTRA_CA_CERTS'],
];

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(inheritedVariables.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])));

function start(words: readonly string[], environment: NodeJS.ProcessEnv, cwd: string | undefined): ChildProcess {
  const program = fileURLToPath(new URL('bin/edu-repo.js', packageFolder));
  // In development and in tests in one process, the sources run directly.
  const main = new URL('src/cli/main.ts', packageFolder).href;
  const source = `import { main } from ${JSON.stringify(main)}; process.exitCode = await main(['', '', ...process.argv.slice(1)]);`;
  const begin = runsFromSources
    ? ['--import', createRequire(import.meta.url).resolve('tsx'), '--input-type=module', '--eval', source, '--']
    : [program];
  return spawn(process.execPath, [`--max-old-space-size=${maxHeap}`, ...begin, ...words], {
    env: { ...inherited(), ...environment },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in the terminal of the server must not reach it: the server ends it in order.
    detached: true,
  });
}

/**
 * Runs the program of this package with a command line, and waits for its end. If `signal` aborts, it gets SIGTERM, and SIGKILL
 * if it does not end in time. `cwd` is the folder that it runs in; undefined for that of this process. Rejects if the process cannot
 * be started.
 */
export function runProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
  cwd?: string,
): Promise<EndedProcess> {
  return new Promise((resolve, reject) => {
    const child = start(words, environment, cwd);
    const output = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.stdout.length < maxStdout) output.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output.stderr = `${output.stderr}${text}`.slice(-maxStderr);
    });
    let killing: NodeJS.Timeout | undefined;
    const end = (): void => {
      child.kill('SIGTERM');
      killing ??= setTimeout(() => child.kill('SIGKILL'), graceMs);
    };
    const killNow = (): void => void child.kill('SIGKILL');
    const release = (): void => {
      clearTimeout(killing);
      signal.removeEventListener('abort', end);
      process.off('exit', killNow);
    };
    signal.addEventListener('abort', end);
    process.on('exit', killNow);
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code, endedBy) => {
      release();
      resolve({ code, signal: endedBy, ...output });
    });
    if (signal.aborted) end();
  });
}

import { PassThrough, Readable } from 'node:stream';
import { runLine } from '../../src/cli/main.ts';

/** What a command line left behind. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly environment?: NodeJS.ProcessEnv;
  /** What comes in through stdin. */
  readonly input?: string;
  /** Stdout is a terminal; left out, it is a pipe. */
  readonly onTerminal?: true;
  /** Stderr is a terminal of this width; left out, it is a pipe. */
  readonly terminalColumns?: number;
}

function collector(): { readonly stream: PassThrough; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Runs a command line in this process. */
export async function run(words: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const stdout = collector();
  const stderr = collector();
  if (surroundings.terminalColumns !== undefined) {
    Object.assign(stderr.stream, { isTTY: true, columns: surroundings.terminalColumns });
  }
  if (surroundings.onTerminal === true) Object.assign(stdout.stream, { isTTY: true, columns: 80 });
  const code = await runLine(words, {
    stdin: Readable.from(surroundings.input === undefined ? [] : [Buffer.from(surroundings.input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    // No settings of whoever runs the tests.
    environment: { EDU_REPO_CONFIG: '/no/settings.yaml', ...surroundings.environment },
  });
  // What was written last still has to arrive.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

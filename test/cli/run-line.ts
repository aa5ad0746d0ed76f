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
  /** What a person at a terminal types when they are asked: stdin and stderr are terminals then. */
  readonly typed?: string;
  /** Stdout is a terminal; left out, it is a pipe. */
  readonly onTerminal?: true;
  /** The width of the terminal that stdout is; 80 if left out. */
  readonly columns?: number;
  /** Stderr is a terminal of this width; left out, it is a pipe. */
  readonly terminalColumns?: number;
}

function collector(): { readonly stream: PassThrough; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

const still = (): boolean => true;

/** What spinners and prompts need of a terminal. */
const cursor = { cursorTo: still, clearLine: still, moveCursor: still };

/** A terminal's stdin, at which the text is typed when a question with its answers stands on stderr. */
function keyboard(text: string, stderr: PassThrough): PassThrough {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  // Prompts end the stream that they were given, which the process's own stderr survives.
  Object.assign(stderr, {
    end: () => stderr,
    isTTY: true,
    columns: 200,
    ...cursor,
  });
  const answer = (chunk: Buffer): void => {
    if (!/\((?:y\/N|person\/group)\)/.test(chunk.toString('utf8'))) return;
    stderr.off('data', answer);
    setImmediate(() => stdin.write(text));
  };
  stderr.on('data', answer);
  return stdin;
}

/** Runs a command line in this process. */
export async function run(words: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const stdout = collector();
  const stderr = collector();
  if (surroundings.terminalColumns !== undefined) {
    Object.assign(stderr.stream, { isTTY: true, columns: surroundings.terminalColumns, ...cursor });
  }
  if (surroundings.onTerminal === true)
    Object.assign(stdout.stream, { isTTY: true, columns: surroundings.columns ?? 80 });
  const { input, typed } = surroundings;
  const code = await runLine(words, {
    stdin:
      typed === undefined
        ? Readable.from(input === undefined ? [] : [Buffer.from(input)])
        : keyboard(typed, stderr.stream),
    stdout: stdout.stream,
    stderr: stderr.stream,
    // No settings of whoever runs the tests.
    environment: { EDU_REPO_CONFIG: '/no/settings.yaml', XDG_STATE_HOME: '/dev/null', ...surroundings.environment },
  });
  // What was written last still has to arrive.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

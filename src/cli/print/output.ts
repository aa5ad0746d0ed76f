import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { OutputClosed } from '../program/failure.ts';

/** A stream as the process has them: a terminal, a pipe or a file. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** How much is said on stderr besides errors. */
export interface Verbosity {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/**
 * The only way to stdout and stderr. Data goes to stdout, everything said about it to stderr.
 * Writing to a stdout that nobody reads any more rejects with `OutputClosed`.
 */
export interface Output {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Writes data as it stands. */
  data(chunk: string | Uint8Array): Promise<void>;
  /** Writes one line of data. */
  line(text: string): Promise<void>;
  /** Writes bytes to their end; nothing is held in memory. */
  stream(bytes: Readable): Promise<void>;
  /** Says something by the way; not with `--quiet`. */
  note(text: string): void;
  /** Says something only with `--verbose`. */
  detail(text: string): void;
  /** Says something that must be seen: warnings, errors, secrets that are shown once. */
  tell(text: string): void;
}

const closedPipe = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(systemErrorCode(error) ?? '');

const written = (stream: Writable, chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(closedPipe(error) ? new OutputClosed('stdout was closed', { cause: error }) : error);
    });
  });

async function pumped(bytes: Readable, stdout: OutputStream): Promise<void> {
  try {
    await pipeline(bytes, stdout, { end: false });
  } catch (error) {
    if (stdout.destroyed || systemErrorCode(error) === 'EPIPE') {
      throw new OutputClosed('stdout was closed', { cause: error });
    }
    throw error;
  }
}

/** Makes the output of one command line over two streams. */
export function createOutput(
  stdout: OutputStream,
  stderr: OutputStream,
  { quiet, verbose }: Verbosity = { quiet: false, verbose: false },
): Output {
  const tell = (text: string): void => {
    stderr.write(`${text}\n`);
  };
  return {
    stdout,
    stderr,
    data: (chunk) => written(stdout, chunk),
    line: (text) => written(stdout, `${text}\n`),
    stream: (bytes) => pumped(bytes, stdout),
    note: (text) => {
      if (!quiet) tell(text);
    },
    detail: (text) => {
      if (verbose) tell(text);
    },
    tell,
  };
}

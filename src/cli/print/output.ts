import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { OutputClosed } from '../program/failure.ts';
import { printableInColours, printableLines } from './printable.ts';

/** A stream of the process: a terminal, a pipe or a file. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** How much to print on stderr besides errors. */
export interface Verbosity {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/**
 * All output of a command. Data goes to stdout, messages go to stderr. On a terminal, control characters are replaced,
 * because anyone may have written them; elsewhere, data stays as it is. Writing to a closed stdout rejects with `OutputClosed`,
 * until `finish` is called.
 */
export interface Output {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Writes data. */
  data(chunk: string | Buffer): Promise<void>;
  /** Writes one line of data. It may have the colours of `Style`. */
  line(text: string): Promise<void>;
  /** From now on, data for a closed stdout is left out: the command does all that it was told to. */
  finish(): void;
  /** Pipes bytes to stdout without buffering them. */
  stream(bytes: Readable): Promise<void>;
  /** Prints a message on stderr unless `--quiet` is set. */
  note(text: string): void;
  /** Prints a message on stderr if `--verbose` is set. */
  detail(text: string): void;
  /** Prints a message on stderr even with `--quiet`: a warning, an error, or a generated password. */
  report(text: string): void;
}

const closedPipe = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(systemErrorCode(error) ?? '');

const write = (stream: Writable, chunk: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(chunk, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(closedPipe(error) ? new OutputClosed('stdout was closed', { cause: error }) : error);
    });
  });

/** Decodes UTF-8, and replaces control characters. */
function printableStream(): Transform {
  const decoder = new TextDecoder();
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, printableLines(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, printableLines(decoder.decode())),
  });
}

async function pipe(bytes: Readable, stdout: OutputStream): Promise<void> {
  try {
    if (stdout.isTTY === true) await pipeline(bytes, printableStream(), stdout, { end: false });
    else await pipeline(bytes, stdout, { end: false });
  } catch (error) {
    if (stdout.destroyed || systemErrorCode(error) === 'EPIPE') {
      throw new OutputClosed('stdout was closed', { cause: error });
    }
    throw error;
  }
}

/** The same output, with the messages changed by `hint`. */
export const withHints = (output: Output, hint: (text: string) => string): Output => ({
  ...output,
  note: (text) => output.note(hint(text)),
  report: (text) => output.report(hint(text)),
});

export function createOutput(
  stdout: OutputStream,
  stderr: OutputStream,
  { quiet, verbose }: Verbosity = { quiet: false, verbose: false },
): Output {
  const [isTerminal, shown] = [stdout.isTTY === true, stderr.isTTY === true ? printableLines : (text: string) => text];
  const report = (text: string): void => {
    stderr.write(`${shown(text)}\n`);
  };
  let isFinishing = false;
  const writeData = async (chunk: string | Uint8Array): Promise<void> => {
    try {
      await write(stdout, chunk);
    } catch (error) {
      if (!(isFinishing && error instanceof OutputClosed)) throw error;
    }
  };
  return {
    stdout,
    stderr,
    data: (chunk) => writeData(isTerminal ? printableLines(chunk.toString()) : chunk),
    line: (text) => writeData(`${isTerminal ? printableInColours(text) : text}\n`),
    finish: () => {
      isFinishing = true;
    },
    stream: (bytes) => pipe(bytes, stdout),
    note: (text) => {
      if (!quiet) report(text);
    },
    detail: (text) => {
      if (verbose) report(text);
    },
    report,
  };
}

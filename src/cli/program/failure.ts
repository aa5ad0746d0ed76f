import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The three lines of an error: what failed, why, and what to do next (a command if possible). */
export interface FailureLines {
  readonly what: string;
  readonly why: string;
  readonly next: string;
}

/** Ends a command with three lines on stderr and its exit code. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: ExitCode;
  readonly why: string;
  readonly next: string;

  constructor(exitCode: ExitCode, lines: FailureLines, options?: ErrorOptions) {
    super(lines.what, options);
    this.exitCode = exitCode;
    this.why = lines.why;
    this.next = lines.next;
  }
}

/** An invalid command line: exit code 2. */
export const usageFailure = (what: string, why: string, next: string): Failure =>
  new Failure(exitCodes.usage, { what, why, next });

/** The reader of stdout closed it (`edu-repo tree | head`). The command ends without a message. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** The user pressed Ctrl-C, or the process received SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(message = 'Interrupted.', options?: ErrorOptions) {
    super(message, options);
  }
}

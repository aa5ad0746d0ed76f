import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The three lines that tell an error: what failed, why, and what to do next (a command, where there is one). */
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

/** A command line that does not say what to do: exit code 2. */
export const usageFailure = (what: string, why: string, next: string): Failure =>
  new Failure(exitCodes.usage, { what, why, next });

/** The reader of stdout went away (`edu-repo tree | head`): the command ends quietly. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Somebody pressed Ctrl-C, or the process was asked to end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(message = 'Interrupted.', options?: ErrorOptions) {
    super(message, options);
  }
}

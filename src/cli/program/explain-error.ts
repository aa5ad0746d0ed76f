import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { openFilesLimit, raiseOpenFilesLimit } from '../../base/open-files-limit.ts';
import { AnswerError, TransportError } from '../../client/answer-error.ts';
import { onOneLine } from '../print/printable.ts';
import { adviceAfter } from './advice.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from './exit-codes.ts';
import { explainSystemError } from './explain-system-error.ts';
import { Failure } from './failure.ts';

interface Issue {
  readonly where?: unknown;
  readonly message?: unknown;
}

/** Whether particulars are a list of mistakes that the message tells already, in words. */
const isTold = (details: object, message: string): boolean =>
  'issues' in details &&
  Array.isArray(details.issues) &&
  details.issues.every((issue: Issue) => message.includes(`${String(issue?.where)}: ${String(issue?.message)}`));

/** The particulars that a server gave, where its message does not say the same. */
function particularsOf(error: AnswerError): string {
  const { details } = (error.body ?? {}) as { readonly details?: unknown };
  if (details === null || details === undefined) return '';
  return typeof details === 'object' && isTold(details, error.message) ? '' : ` ${JSON.stringify(details)}`;
}

function explainAnswer(error: AnswerError, commandName: string): Failure {
  const exitCode = exitCodeOfStatus(error.status);
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
  const why = `${error.status} ${error.error ?? 'without an error class'} (${error.operation}${request})${particularsOf(error)}`;
  const next = adviceAfter(error, exitCode, commandName);
  return new Failure(exitCode, { what: onOneLine(error.message), why: onOneLine(why), next }, { cause: error });
}

function explainTransport(error: TransportError, commandName: string): Failure {
  return new Failure(
    exitCodes.unreachable,
    {
      what: onOneLine(error.message),
      why: `The server cannot be reached or broke off (${systemErrorCode(error.cause) ?? 'no system error'}).`,
      // The state of another repository than the one that was asked says nothing.
      next: `Is it running, and is the address right? Try: edu-repo ${commandName === 'remote test' ? 'remote list' : 'status'}`,
    },
    { cause: error },
  );
}

interface Told {
  readonly exitCode: ExitCode;
  readonly why: string;
  readonly next: string;
}

/** Errors of the daemon's side, which the command line knows by name only: it never loads the daemon just for them. */
const byName: Readonly<Record<string, Told>> = {
  LockedError: {
    exitCode: exitCodes.locked,
    why: 'One process at a time owns a data directory.',
    next: 'Use the one that runs (edu-repo status), or wait for its end, or stop it',
  },
  ConfigurationError: {
    exitCode: exitCodes.error,
    why: 'The configuration has a mistake; nothing was started or changed.',
    next: 'Correct it in config.yaml, the EDU_REPO_ variable or the flag, and run the command again',
  },
  DataDirectoryError: {
    exitCode: exitCodes.error,
    why: 'The data directory cannot be used as it is; nothing in it was changed.',
    next: 'Choose another folder, or restore a backup',
  },
  NotARegularFile: {
    exitCode: exitCodes.error,
    why: 'Only files are read: reading anything else may never come to an end.',
    next: 'Save what it gives into a file, and name that file',
  },
  RepositoryError: {
    exitCode: exitCodes.error,
    why: 'The repository in this data directory refused.',
    next: 'Try: the same command with --debug',
  },
};

/** Several mistakes stand on a line each; here all of them belong into the first of three lines. */
const listedOnOneLine = (text: string): string => onOneLine(text.trim().replaceAll('\n', '; '));

/** What an error itself advises. */
const adviceOf = (error: unknown): string | undefined =>
  error instanceof Error && 'advice' in error && typeof error.advice === 'string' ? error.advice : undefined;

/** Finds the error of the system: the error itself, or what caused it. */
function systemErrorIn(error: unknown): { readonly error: Error; readonly code: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = systemErrorCode(error);
  const isSystem = code !== undefined && /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');
  return isSystem ? { error, code } : systemErrorIn(error.cause);
}

/** A program that is loaded has this many files open for a moment; with fewer, some of its parts seem to be missing. */
const neededFiles = 256;

function tooFewFiles(error: unknown): Failure | undefined {
  const code = systemErrorCode(error);
  if (code !== 'EMFILE' && code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const limit = openFilesLimit();
  if (limit === undefined || limit >= neededFiles) return undefined;
  return new Failure(exitCodes.error, {
    what: `The process may not open as many files as it needs: its limit is ${limit}.`,
    why: `The program could not be loaded as a whole (${code}); nothing was changed.`,
    next: raiseOpenFilesLimit,
  });
}

/** Turns whatever ended a command into three lines and an exit code; `commandName` is the command as people write it. */
export function explainError(error: unknown, commandName = ''): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AnswerError) return explainAnswer(error, commandName);
  if (error instanceof TransportError) return explainTransport(error, commandName);
  const name = error instanceof Error ? error.name : '';
  const told = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (told !== undefined) {
    const next = adviceOf(error) ?? told.next;
    return new Failure(told.exitCode, { what: listedOnOneLine(messageOf(error)), why: told.why, next });
  }
  const limit = tooFewFiles(error);
  if (limit !== undefined) return limit;
  const system = systemErrorIn(error);
  if (system !== undefined) return explainSystemError(system.error, system.code);
  return new Failure(
    exitCodes.error,
    {
      what: onOneLine(messageOf(error)),
      why: 'This is a mistake in edu-repo itself.',
      next: 'Run the same command with --debug and report what it prints',
    },
    { cause: error },
  );
}

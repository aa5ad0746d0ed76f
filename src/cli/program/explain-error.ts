import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import { openFilesLimit, raiseOpenFilesLimit } from '../../base/open-files-limit.ts';
import { AnswerError, BrokenDownloadError, ChangedFileError, TransportError } from '../../client/answer-error.ts';
import { clockDifference, clockProblem } from '../connection/clock-difference.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import { adviceAfter, type FailedCommand } from './advice.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from './exit-codes.ts';
import { explainOtherServer, explainTransport } from './explain-connection.ts';
import { explainSystemError } from './explain-system-error.ts';
import { Failure } from './failure.ts';
import { plainMessage } from './plain-message.ts';

interface Issue {
  readonly where?: unknown;
  readonly message?: unknown;
}

/** Whether the message contains all issues in the details. */
const isInMessage = (details: object, message: string): boolean =>
  'issues' in details &&
  Array.isArray(details.issues) &&
  details.issues.every((issue: Issue) => message.includes(`${String(issue?.where)}: ${String(issue?.message)}`));

/** The details of an error response; empty if its message contains them. */
function detailsOf(error: AnswerError): string {
  const { details } = (error.body ?? {}) as { readonly details?: unknown };
  if (details === null || details === undefined) return '';
  return typeof details === 'object' && isInMessage(details, error.message) ? '' : ` ${JSON.stringify(details)}`;
}

function explainAnswer(error: AnswerError, command: FailedCommand): Failure {
  const exitCode = exitCodeOfStatus(error.status);
  const other = explainOtherServer(error);
  if (other !== undefined) return new Failure(exitCode, other, { cause: error });
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
  const clock = error.status === 401 ? clockProblem(clockDifference(error.headers)) : undefined;
  const about = `${detailsOf(error)}${clock === undefined ? '' : ` ${clock}`}`;
  const [shown, kind] = command.verbose === true ? [onOneLine, `, ${error.error ?? 'no class'}`] : [plainMessage, ''];
  const why = `${error.status} (${error.operation}${request}${kind})${about === '' ? '' : ` ${shown(about)}`}`;
  const next = adviceAfter(error, exitCode, command);
  return new Failure(exitCode, { what: shown(error.message), why: onOneLine(why), next }, { cause: error });
}

function explainChangedFile({ message, size }: ChangedFileError): Failure {
  return new Failure(exitCodes.error, {
    what: onOneLine(message),
    why: `The file changed during the upload. It had ${size} bytes at the start.`,
    next: 'Upload it again when no other program is writing to it',
  });
}

const explainBrokenDownload = (error: BrokenDownloadError): Failure =>
  new Failure(
    exitCodes.unreachable,
    {
      what: onOneLine(error.message),
      why: 'The connection failed, the content was replaced meanwhile, or it is damaged in the repository.',
      next: 'Run the same command again. If it fails again, see the log of the server',
    },
    { cause: error },
  );

interface Explanation {
  readonly exitCode: ExitCode;
  readonly why: string;
  readonly next: string;
}

/** Explanations by error name. Importing the error classes would load the daemon. */
const byName: Readonly<Record<string, Explanation>> = {
  LockedError: {
    exitCode: exitCodes.locked,
    why: 'Only one process at a time can use a data directory.',
    next: 'Use the running process (edu-repo status), wait until it ends, or stop it',
  },
  ConfigurationError: {
    exitCode: exitCodes.error,
    why: 'edu-repo does not start with an invalid configuration.',
    next: 'Correct each place that the message names, then check: edu-repo config check',
  },
  DataDirectoryError: {
    exitCode: exitCodes.error,
    why: 'The data directory cannot be used in its current state. Nothing was changed.',
    next: 'Choose another folder, or restore a backup',
  },
  NotARegularFile: {
    exitCode: exitCodes.error,
    why: 'edu-repo reads only regular files here.',
    next: 'Write the data to a regular file, and specify that file',
  },
  RepositoryError: {
    exitCode: exitCodes.error,
    why: 'The repository in this data directory refused the call.',
    next: 'For details, run the same command with --debug',
  },
};

/** The message of an error. That of a configuration has one line for each mistake, which stay lines of their own. */
function shownMessage(error: unknown, name: string): string {
  const lines = messageOf(error).trim().split('\n').map(onOneLine);
  if (lines.length === 1 || name !== 'ConfigurationError') return lines.join('; ');
  return [`${lines.length} mistakes:`, ...lines].join('\n  ');
}

const adviceOf = (error: unknown): string | undefined =>
  error instanceof Error && 'advice' in error && typeof error.advice === 'string' ? error.advice : undefined;

/** The system error: the error itself, or one of its causes. */
function systemErrorIn(error: unknown): { readonly error: Error; readonly code: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = systemErrorCode(error);
  const isSystem = code !== undefined && /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');
  return isSystem ? { error, code } : systemErrorIn(error.cause);
}

/** Loading the program opens up to this many files at once. With a lower limit, Node.js reports missing modules. */
const minOpenFiles = 256;

function tooFewFiles(error: unknown): Failure | undefined {
  const code = systemErrorCode(error);
  if (code !== 'EMFILE' && code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const limit = openFilesLimit();
  if (limit === undefined || limit >= minOpenFiles) return undefined;
  return new Failure(exitCodes.error, {
    what: `The limit of open files is ${limit}, but edu-repo needs ${minOpenFiles}.`,
    why: `Some parts of the program could not be loaded (${code}). Nothing was changed.`,
    next: raiseOpenFilesLimit,
  });
}

/** Turns any error into three lines and an exit code. */
export function explainError(error: unknown, command: FailedCommand = {}): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AnswerError) return explainAnswer(error, command);
  if (error instanceof BrokenDownloadError) return explainBrokenDownload(error);
  if (error instanceof TransportError) return explainTransport(error, command);
  if (error instanceof ChangedFileError) return explainChangedFile(error);
  const name = error instanceof Error ? error.name : '';
  const explanation = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (explanation !== undefined) {
    const { exitCode, why } = explanation;
    const data =
      name === 'ConfigurationError' && command.data !== undefined ? ` --data ${shellWord(command.data)}` : '';
    const next = `${adviceOf(error) ?? explanation.next}${data}`;
    return new Failure(exitCode, { what: shownMessage(error, name), why, next });
  }
  const limit = tooFewFiles(error);
  if (limit !== undefined) return limit;
  const system = systemErrorIn(error);
  if (system !== undefined) return explainSystemError(system.error, system.code);
  return new Failure(
    exitCodes.error,
    {
      what: onOneLine(messageOf(error)),
      why: 'This is a bug in edu-repo.',
      next: 'Run the same command with --debug and report the output',
    },
    { cause: error },
  );
}

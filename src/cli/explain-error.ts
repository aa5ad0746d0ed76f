import { messageOf, systemErrorCode } from '../base/errors.ts';
import { AnswerError, TransportError } from '../client/answer-error.ts';
import { type ExitCode, exitCodeOfStatus, exitCodes } from './exit-codes.ts';
import { Failure } from './failure.ts';
import { onOneLine } from './print/printable.ts';

const nextByExitCode: Partial<Record<ExitCode, string>> = {
  [exitCodes.notFound]: 'Try: edu-repo ls /',
  [exitCodes.loginNeeded]:
    'Sign in: edu-repo login; or set EDU_REPO_USER and EDU_REPO_PASSWORD (edu-repo help environment)',
  [exitCodes.forbidden]: 'Ask the owner of the node, or an administrator, for the right (edu-repo permission set)',
  [exitCodes.conflict]: 'Choose another name, or look at what is there: edu-repo ls',
  [exitCodes.unreachable]: 'Try: edu-repo status, or the same command later',
};

/** The fields that a server complained about, where it named them. */
function fieldsOf(error: AnswerError): string {
  const { details } = (error.body ?? {}) as { readonly details?: unknown };
  return details === null || details === undefined ? '' : ` ${JSON.stringify(details)}`;
}

function explainAnswer(error: AnswerError, commandName: string): Failure {
  const exitCode = exitCodeOfStatus(error.status);
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
  const why = `${error.status} ${error.error ?? 'without an error class'} (${error.operation}${request})${fieldsOf(error)}`;
  const next = nextByExitCode[exitCode] ?? `Correct it, and try again (edu-repo help ${commandName})`;
  return new Failure(exitCode, { what: onOneLine(error.message), why: onOneLine(why), next }, { cause: error });
}

function explainTransport(error: TransportError): Failure {
  return new Failure(
    exitCodes.unreachable,
    {
      what: onOneLine(error.message),
      why: `The server cannot be reached or broke off (${systemErrorCode(error.cause) ?? 'no system error'}).`,
      next: 'Is it running, and is the address right? Try: edu-repo status',
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
  RepositoryError: {
    exitCode: exitCodes.error,
    why: 'The repository in this data directory refused.',
    next: 'Try: the same command with --debug',
  },
};

const bySystemCode: Readonly<Record<string, string>> = {
  ENOENT: 'No such file or folder',
  EACCES: 'The system does not allow it',
  EPERM: 'The system does not allow it',
  EISDIR: 'It is a folder',
  ENOTDIR: 'It is not a folder',
  EEXIST: 'It exists already',
  ENOSPC: 'The disk is full',
  EADDRINUSE: 'Another program listens on this port already',
};

function explainSystem(error: Error, code: string): Failure {
  const inUse = code === 'EADDRINUSE';
  return new Failure(
    inUse ? exitCodes.unreachable : exitCodes.error,
    {
      what: onOneLine(error.message),
      why: `${bySystemCode[code] ?? 'The system refused'} (${code}).`,
      next: inUse
        ? 'Try: edu-repo serve --port 0 for a free port'
        : 'Check the path and its permissions, and try again',
    },
    { cause: error },
  );
}

/** Several mistakes stand on a line each; here all of them belong into the first of three lines. */
const listedOnOneLine = (text: string): string => onOneLine(text.trim().replaceAll('\n', '; '));

/** What an error itself advises. */
const adviceOf = (error: unknown): string | undefined =>
  error instanceof Error && 'advice' in error && typeof error.advice === 'string' ? error.advice : undefined;

/** Finds in an error, or in what caused it, the code of the system. */
function systemCodeIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = systemErrorCode(error);
  return code !== undefined && /^E[A-Z]+$/.test(code) ? code : systemCodeIn(error.cause);
}

/** Turns whatever ended a command into three lines and an exit code; `commandName` is the command as people write it. */
export function explainError(error: unknown, commandName = ''): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof AnswerError) return explainAnswer(error, commandName);
  if (error instanceof TransportError) return explainTransport(error);
  const name = error instanceof Error ? error.name : '';
  const told = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (told !== undefined) {
    const next = adviceOf(error) ?? told.next;
    return new Failure(told.exitCode, { what: listedOnOneLine(messageOf(error)), why: told.why, next });
  }
  const code = systemCodeIn(error);
  if (error instanceof Error && code !== undefined) return explainSystem(error, code);
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

import type { AnswerError } from '../../client/answer-error.ts';
import { shellWord } from '../print/shell-word.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The command that lists objects of a kind, by the start of the "not found" message. */
const listByKind: readonly (readonly [kind: RegExp, next: string])[] = [
  [/^Person /, 'To list the people: edu-repo user list'],
  [/^Group /, 'To list the groups: edu-repo group list; to create it: edu-repo group create NAME'],
  [/^Member /, 'To list the members: edu-repo group members GROUP'],
  [/^Organization /, 'To list the organizations: edu-repo org list'],
  [/^App /, 'To list the apps: edu-repo app list'],
  [/^Client /, 'To list the clients: edu-repo client list'],
  [/^Version /, 'To list the versions: edu-repo node versions ADDRESS'],
  [/^Comment /, 'To list the comments: edu-repo comment list ADDRESS'],
  [/^Collection /, 'To list the collections: edu-repo collection list'],
  [/^Reference /, 'To list the entries of the collection: edu-repo collection list COLLECTION'],
  [/^There is no metadata set /, 'To list the metadata sets: edu-repo mds list'],
  [/^There is no query /, 'To show a metadata set with its queries: edu-repo mds get SET -o json'],
];

/** The same commands by operation, because servers other than edu-repo have other messages. */
const listByOperation: readonly (readonly [call: RegExp, next: string])[] = [
  [/Person|People|Credential/, 'To list the people: edu-repo user list'],
  [/Group|Member/, 'To list the groups: edu-repo group list'],
  [/Organization/, 'To list the organizations: edu-repo org list'],
  [/Application/, 'To list the apps: edu-repo app list'],
  [/Client/, 'To list the clients: edu-repo client list'],
];

function adviceWithoutExport(message: string): string {
  if (/disabled/.test(message)) {
    return 'Ask an administrator to set repository.dataprotection.enabled to true in config.yaml and restart the server';
  }
  const person = /^(.+) has no data export/.exec(message)?.[1];
  return `To request one: edu-repo dataprotection request --wait${person === undefined ? '' : ` ${shellWord(person)}`}`;
}

function adviceIfNotFound({ message, operation }: AnswerError): string {
  if (/Archive/.test(operation)) return 'To list the trash: edu-repo trash list';
  const byMessage = listByKind.find(([kind]) => kind.test(message));
  if (byMessage !== undefined) return byMessage[1];
  if (/DataExport/.test(operation)) return adviceWithoutExport(message);
  if (/^(?:Node|Path) /.test(message)) return 'To list the folders at the top: edu-repo ls /';
  return listByOperation.find(([call]) => call.test(operation))?.[1] ?? 'To list the folders at the top: edu-repo ls /';
}

const aboutNodes = /Node|Content|Metadata|Children|Permissions|Version|Path/;

function adviceIfForbidden({ message, operation }: AnswerError): string {
  if (/old ?password/i.test(message)) return 'Try again, or ask an administrator to set a new password';
  if (aboutNodes.test(operation)) {
    return 'Ask the owner of the node or an administrator for permission (edu-repo share)';
  }
  return 'Ask an administrator to do it, or sign in as one (edu-repo whoami shows who you are)';
}

/** A variable takes precedence over the stored login, so signing in again would not help. */
function adviceIfNotSignedIn({ EDU_REPO_TOKEN: token, EDU_REPO_USER: user }: NodeJS.ProcessEnv): string {
  if ((token ?? '') !== '')
    return 'EDU_REPO_TOKEN is set and takes precedence over your login: correct it, or unset it';
  if ((user ?? '') !== '')
    return 'EDU_REPO_USER is set and takes precedence over your login: correct it and EDU_REPO_PASSWORD, or unset it';
  return 'Sign in: edu-repo login; or set EDU_REPO_USER and EDU_REPO_PASSWORD (edu-repo help environment)';
}

const adviceByExitCode: Partial<Record<ExitCode, string>> = {
  [exitCodes.conflict]: 'Choose another name or target, or list what exists: edu-repo ls',
  [exitCodes.unreachable]: 'Check the server with edu-repo status, or try again later',
};

/** Without an error class, a repository does not send these. */
const fromProxy: readonly number[] = [502, 504];

const aboutContents = /^The content .* is (?:damaged|missing on disk)/;

const adviceOnBackups: Partial<Record<ExitCode, string>> = {
  [exitCodes.forbidden]:
    'Unset EDU_REPO_USER and EDU_REPO_TOKEN, and run the command as the owner of the data directory',
  [exitCodes.conflict]: 'Choose a new folder, for example one that is named after the day',
  [exitCodes.unreachable]: 'Correct the cause, then run the same command again',
};

/** What the advice after an error depends on. */
export interface FailedCommand {
  readonly commandName?: string | undefined;
  /** The remote that the command line names. */
  readonly remote?: string | undefined;
  /** The data directory that the command line names. */
  readonly data?: string | undefined;
  /** Whether messages name IDs and classes. */
  readonly verbose?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
}

/** What the user can do after an error response. */
export function adviceAfter(
  error: AnswerError,
  exitCode: ExitCode,
  { commandName = '', environment = {} }: FailedCommand,
): string {
  const onBackups = error.operation === 'backUpRepository' ? adviceOnBackups[exitCode] : undefined;
  if (onBackups !== undefined) return onBackups;
  if (exitCode === exitCodes.notFound) return adviceIfNotFound(error);
  if (exitCode === exitCodes.loginNeeded) return adviceIfNotSignedIn(environment);
  if (exitCode === exitCodes.forbidden) return adviceIfForbidden(error);
  if (error.error === undefined && fromProxy.includes(error.status))
    return 'A proxy sent this response, because the server behind it does not respond. Check on its machine that the server is running, or ask its administrator';
  if (aboutContents.test(error.message))
    return 'To list everything that is missing or damaged, as an administrator: edu-repo verify';
  return adviceByExitCode[exitCode] ?? `Correct the command and try again (edu-repo help ${commandName})`;
}

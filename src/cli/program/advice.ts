import type { AnswerError } from '../../client/answer-error.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** Of what kind something is that does not exist, as servers begin their message, and where such things are listed. */
const listOf: readonly (readonly [kind: RegExp, next: string])[] = [
  [/^Person /, 'Try: edu-repo user list'],
  [/^Group /, 'Try: edu-repo group list; to make it: edu-repo group create NAME'],
  [/^Member /, 'Try: edu-repo group members GROUP'],
  [/^Organization /, 'Try: edu-repo org list'],
  [/^App /, 'Try: edu-repo app list'],
  [/^Client /, 'Try: edu-repo client list'],
];

/** The same by the call, where the message of another server does not begin so. */
const listOfCall: readonly (readonly [call: RegExp, next: string])[] = [
  [/Person|People|Credential/, 'Try: edu-repo user list'],
  [/Group|Member/, 'Try: edu-repo group list'],
  [/Organization/, 'Try: edu-repo org list'],
  [/Application/, 'Try: edu-repo app list'],
  [/Client/, 'Try: edu-repo client list'],
];

function whereToLook({ message, operation }: AnswerError): string {
  if (/Archive/.test(operation)) return 'Try: edu-repo trash list';
  const byMessage = listOf.find(([kind]) => kind.test(message));
  if (byMessage !== undefined) return byMessage[1];
  if (/^(?:Node|Path|Version) /.test(message)) return 'Try: edu-repo ls /';
  return listOfCall.find(([call]) => call.test(operation))?.[1] ?? 'Try: edu-repo ls /';
}

const aboutNodes = /Node|Content|Metadata|Children|Permissions|Version|Path/;

function whomToAsk({ message, operation }: AnswerError): string {
  if (/old ?password/i.test(message)) return 'Try again, or ask an administrator to set a new one';
  if (aboutNodes.test(operation)) {
    return 'Ask the owner of the node, or an administrator, for the right (edu-repo permission add)';
  }
  return 'Ask an administrator to do it, or sign in as one (edu-repo whoami tells who you are)';
}

const others: Partial<Record<ExitCode, string>> = {
  [exitCodes.loginNeeded]:
    'Sign in: edu-repo login; or set EDU_REPO_USER and EDU_REPO_PASSWORD (edu-repo help environment)',
  [exitCodes.conflict]: 'Choose another name, or look at what is there: edu-repo ls',
  [exitCodes.unreachable]: 'Try: edu-repo status, or the same command later',
};

/** What somebody can do next whom a repository has refused: by what they asked for. */
export function adviceAfter(error: AnswerError, exitCode: ExitCode, commandName: string): string {
  if (exitCode === exitCodes.notFound) return whereToLook(error);
  if (exitCode === exitCodes.forbidden) return whomToAsk(error);
  return others[exitCode] ?? `Correct it, and try again (edu-repo help ${commandName})`;
}

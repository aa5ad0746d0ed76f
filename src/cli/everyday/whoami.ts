import { unreachable } from '../../base/errors/errors.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Connection, SignedInBy } from '../connection/connect.ts';
import { localTime, relativeTime } from '../print/local-time.ts';
import type { Field } from '../print/table.ts';
import { formatDuration } from '../print/units.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Session = Result<Operations['validateSession']>;

function waySignedIn(by: SignedInBy): string {
  switch (by) {
    case 'environment':
      return 'by EDU_REPO_USER or EDU_REPO_TOKEN';
    case 'login':
      return 'by edu-repo login';
    case 'data directory':
      return 'as operator of the local data directory';
    case 'nothing':
      return 'no; to sign in: edu-repo login';
    default:
      return unreachable(by);
  }
}

function userText({ isGuest, isValidLogin, authorityName, isAdmin }: Session): string {
  if (isGuest) return 'the guest';
  if (!isValidLogin) return 'not signed in';
  return `${authorityName ?? ''}${isAdmin ? ' (administrator)' : ''}`;
}

/** Whether the session is valid, and until when. An operator has no session, and each use of a login makes it last longer. */
function validity({ isValidLogin, sessionTimeout }: Session, by: SignedInBy, loginEnd: number | undefined): Field[] {
  if (!isValidLogin) return [['valid', by === 'nothing' ? 'no' : 'no: the credentials are wrong or have expired']];
  if (by === 'data directory') return [];
  if (loginEnd !== undefined) {
    const [exact, relative] = [localTime(loginEnd), relativeTime(loginEnd)];
    return [['valid', `yes, until ${exact}; longer if you use it`, `yes, ends ${relative} if you do not use it`]];
  }
  return [['valid', `yes, with a session timeout of ${formatDuration(sessionTimeout * 1000)}`]];
}

const variables = ['EDU_REPO_TOKEN', 'EDU_REPO_USER'] as const;

const sessionRecord = ({ where, signedInBy }: Connection, loginEnd: number | undefined): RecordView<Session> => ({
  id: ({ authorityName }) => authorityName ?? '',
  whole: (session) => ({ ...session, repository: where, signedInBy }),
  fields: (session) => [
    ['user', userText(session)],
    ['repository', where],
    ['signed in', waySignedIn(signedInBy)],
    ...validity(session, signedInBy, loginEnd),
  ],
});

export const whoami = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo whoami', does: 'show who you are, at which repository, and how you signed in' },
    { line: 'edu-repo whoami --remote schule -o id', does: 'print only your user name at another remote' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const connection = await context.connect();
    const session = await connection.client.validateSession();
    await (await context.printer()).record(session, sessionRecord(connection, await connection.loginEnd?.()));
    const wrong = variables.find((name) => context.environment[name]);
    if (!session.isValidLogin && connection.signedInBy === 'environment' && wrong !== undefined) {
      const what = wrong === 'EDU_REPO_TOKEN' ? 'the token in EDU_REPO_TOKEN' : 'EDU_REPO_USER and EDU_REPO_PASSWORD';
      context.output.report(`The server does not accept ${what}. Correct or unset the environment variables.`);
    }
    return session.isValidLogin ? exitCodes.ok : exitCodes.loginNeeded;
  },
});

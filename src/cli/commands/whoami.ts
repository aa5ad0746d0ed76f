import { unreachable } from '../../base/errors.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { defineCommand } from '../command.ts';
import type { Connection, SignedInBy } from '../connect.ts';
import { exitCodes } from '../exit-codes.ts';
import type { RecordView } from '../print/printer.ts';
import { formatDuration } from '../print/units.ts';

type Session = Result<Operations['validateSession']>;

function waySignedIn(by: SignedInBy): string {
  switch (by) {
    case 'environment':
      return 'by the environment (EDU_REPO_USER or EDU_REPO_TOKEN)';
    case 'login':
      return 'by edu-repo login';
    case 'data directory':
      return 'as operator: whoever may read the data directory';
    case 'nothing':
      return 'not at all (edu-repo login)';
    default:
      return unreachable(by);
  }
}

function userText({ isGuest, isValidLogin, authorityName, isAdmin }: Session): string {
  if (isGuest) return 'the guest';
  if (!isValidLogin) return 'nobody';
  return `${authorityName ?? ''}${isAdmin ? ' (administrator)' : ''}`;
}

const sessionRecord = ({ where, signedInBy }: Connection): RecordView<Session> => ({
  id: ({ authorityName }) => authorityName ?? '',
  fields: (session) => [
    ['user', userText(session)],
    ['repository', where],
    ['signed in', waySignedIn(signedInBy)],
    ['valid', session.isValidLogin ? `yes, a session for ${formatDuration(session.sessionTimeout * 1000)}` : 'no'],
  ],
});

/** `whoami` */
export const whoami = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo whoami', does: 'who you are, at which repository, and how you are signed in' },
    { line: 'edu-repo whoami --remote schule -o id', does: 'only the user name, at another remote' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const connection = await context.connect();
    const session = await connection.client.validateSession();
    await (await context.printer()).record(session, sessionRecord(connection));
    return session.isValidLogin ? exitCodes.ok : exitCodes.loginNeeded;
  },
});

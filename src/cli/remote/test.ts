import { createClient } from '../../client/client.ts';
import { clockText } from '../connection/clock-difference.ts';
import { type Connection, connect } from '../connection/connect.ts';
import { type Probe, probeRepository, warnOfClock } from '../connection/probe-repository.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { readRemoteName } from './remote-name.ts';

interface Findings extends Probe {
  readonly where: string;
  /** The user who is signed in; null if none is. */
  readonly userName: string | null;
  /** Why the saved login is no longer valid; null if it is valid or missing. */
  readonly problem: string | null;
}

const findingsRecord: RecordView<Findings> = {
  id: ({ where }) => where,
  fields: ({ where, about: { version }, userName, problem, took, clockDifference }) => [
    ['repository', where],
    ['version', `interface ${version.major}.${version.minor}, repository ${version.repository}`],
    ['signed in as', userName ?? `not signed in${problem === null ? '' : `: ${problem}`}`],
    ['answered in', `${Math.round(took)} ms`],
    ['clock difference', clockText(clockDifference)],
  ],
};

async function userOf({ send }: Connection): Promise<Pick<Findings, 'userName' | 'problem'>> {
  try {
    const session = await createClient(send).validateSession();
    return { userName: session.isValidLogin ? session.authorityName : null, problem: null };
  } catch (error) {
    if (error instanceof Failure && error.exitCode === exitCodes.loginNeeded) {
      return { userName: null, problem: error.message };
    }
    throw error;
  }
}

export const remoteTest = defineCommand<Record<never, never>, { readonly name: string | undefined }>({
  examples: [
    { line: 'edu-repo remote test schule', does: 'show the version, your login, and the clock difference' },
    { line: 'edu-repo remote test --url https://repo.example.org', does: 'test the repository at an address' },
  ],
  configure: (command) => command.argument('[name]', 'name of a remote (default: the chosen repository)'),
  readOptions: ([name]) => ({ name: name === undefined ? undefined : readRemoteName(name) }),
  run: async ({ name }, context): Promise<ExitCode> => {
    const { globals, environment, output } = context;
    const choice = name === undefined ? globals : { ...globals, remote: name, url: undefined };
    const connection = await connect(choice, environment, output);
    try {
      const { where, withoutLogin } = connection;
      const probe = await probeRepository(withoutLogin, where);
      warnOfClock(probe, output);
      const findings = { where, ...probe, ...(await userOf(connection)) };
      await (await context.printer()).record(findings, findingsRecord);
      return findings.problem === null ? exitCodes.ok : exitCodes.loginNeeded;
    } finally {
      await connection.close();
    }
  },
});

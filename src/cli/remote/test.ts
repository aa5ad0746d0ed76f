import { createClient } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type Connection, connect } from '../connection/connect.ts';
import type { RecordView } from '../print/printer.ts';
import { formatDuration } from '../print/units.ts';
import { wallClock } from '../print/wall-clock.ts';
import { defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { Failure } from '../program/failure.ts';
import { readRemoteName } from './remote-name.ts';

interface Findings {
  readonly where: string;
  readonly about: Result<Operations['getAbout']>;
  /** The user who is signed in; null if none is. */
  readonly userName: string | null;
  /** Why the saved login is no longer valid; null if it is valid or missing. */
  readonly problem: string | null;
  /** Response time in milliseconds. */
  readonly took: number;
  /** By how many seconds the server's clock is ahead of this machine's; null if the server does not report its time. */
  readonly clockDifference: number | null;
}

function clockText(seconds: number | null): string {
  if (seconds === null) return 'unknown';
  // The Date header has a resolution of one second.
  if (Math.abs(seconds) <= 2) return 'none';
  return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? 'ahead of' : 'behind'} this machine`;
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

/** Calls `getAbout`, which needs no login. The Date header of the response has the time of the server. */
async function aboutOf({ withoutLogin, where }: Connection): Promise<Omit<Findings, 'userName' | 'problem'>> {
  const start = performance.now();
  let date: string | undefined;
  const client = createClient(async (call) => {
    const answer = await withoutLogin(call);
    date = answer.headers['date'];
    return answer;
  });
  const about = await client.getAbout();
  const took = performance.now() - start;
  const serverTime = date === undefined ? Number.NaN : Date.parse(date);
  const clockDifference = Number.isNaN(serverTime) ? null : Math.round((serverTime - (wallClock() - took / 2)) / 1000);
  return { where, about, took, clockDifference };
}

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
      const findings = { ...(await aboutOf(connection)), ...(await userOf(connection)) };
      await (await context.printer()).record(findings, findingsRecord);
      return findings.problem === null ? exitCodes.ok : exitCodes.loginNeeded;
    } finally {
      await connection.close();
    }
  },
});

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
  /** Null: nobody. */
  readonly userName: string | null;
  /** Why the kept login does not do any more; null where it does, or there is none. */
  readonly problem: string | null;
  /** From question to answer, in milliseconds. */
  readonly took: number;
  /** How far its clock is before ours, in seconds; null where it does not tell the time. */
  readonly clockDifference: number | null;
}

function clockText(seconds: number | null): string {
  if (seconds === null) return 'not told';
  // The header tells whole seconds.
  if (Math.abs(seconds) <= 2) return 'none';
  return `${formatDuration(Math.abs(seconds) * 1000)} ${seconds > 0 ? 'ahead of' : 'behind'} this machine`;
}

const findingsRecord: RecordView<Findings> = {
  id: ({ where }) => where,
  fields: ({ where, about: { version }, userName, problem, took, clockDifference }) => [
    ['repository', where],
    ['version', `interface ${version.major}.${version.minor}, repository ${version.repository}`],
    ['signed in as', userName ?? `nobody${problem === null ? '' : `: ${problem}`}`],
    ['answered in', `${Math.round(took)} ms`],
    ['clock difference', clockText(clockDifference)],
  ],
};

/** Asks without anything that could be refused: a public call, whose answer tells the time of the server. */
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

/** `remote test` */
export const remoteTest = defineCommand<Record<never, never>, { readonly name: string | undefined }>({
  examples: [
    { line: 'edu-repo remote test schule', does: 'version, who is signed in, and the difference of the clocks' },
    { line: 'edu-repo remote test --url https://repo.example.org', does: 'before it gets a name' },
  ],
  configure: (command) => command.argument('[name]', 'a remote; the chosen repository when left out'),
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

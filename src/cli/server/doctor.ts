import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { chosenRepository } from '../connection/chosen-repository.ts';
import { clockText } from '../connection/clock-difference.ts';
import { type Connection, dataDirectoryOf, noRepository } from '../connection/connect.ts';
import { probeRepository } from '../connection/probe-repository.ts';
import type { Column } from '../print/table.ts';
import { counted } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { wallClock } from '../print/wall-clock.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { explainError } from '../program/explain-error.ts';
import { shownNodeVersion } from './status.ts';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  readonly remedy: string | null;
}

type Status = Result<Operations['getStatus']>;

const checkAndState: readonly Column<Finding>[] = [
  { title: 'check', value: ({ check }) => check },
  { title: 'state', value: ({ state }) => state },
];

const findingList: ListView<Finding> = {
  columns: [
    ...checkAndState,
    {
      title: 'found, and what to do',
      value: ({ detail, remedy }) => (remedy === null ? detail : `${detail.replace(/\.$/, '')}. ${remedy}`),
      wrap: 'words',
    },
  ],
  plainColumns: [
    ...checkAndState,
    { title: 'found', value: ({ detail }) => detail },
    { title: 'what to do', value: ({ remedy }) => remedy ?? '' },
  ],
  id: ({ check }) => check,
  whole: (findings) => ({ findings }),
};

function nodeVersion(): Finding {
  const { version } = process;
  const isOld = shownNodeVersion(version) !== version;
  const remedy = 'Install Node.js 24: this version gets no security updates';
  return { check: 'Node.js', state: isOld ? 'warning' : 'ok', detail: version, remedy: isOld ? remedy : null };
}

/** In seconds. Signed calls of apps allow ten. */
const maxClockDifference = 5;

async function remoteClock(connection: Connection): Promise<Finding> {
  const { clockDifference } = await probeRepository(connection.withoutLogin, connection.where);
  const isWrong = clockDifference !== null && Math.abs(clockDifference) > maxClockDifference;
  return {
    check: 'clock of the server',
    state: isWrong ? 'problem' : 'ok',
    detail: clockText(clockDifference),
    remedy: isWrong ? 'Synchronize both clocks: timedatectl set-ntp true' : null,
  };
}

function storeFinding({ store: { problem, commit } }: Status): Finding {
  const remedy = 'edu-repo status lists the damage; restore a backup: edu-repo backup restore';
  if (problem !== null) return { check: 'metadata store', state: 'problem', detail: problem, remedy };
  return { check: 'metadata store', state: 'ok', detail: `${commit} changes`, remedy: null };
}

function indexFinding({ index: { state, waiting } }: Status, { hasServer }: Connection): Finding {
  const detail = `${state}, ${counted(waiting, 'change')} pending`;
  // Only a server updates the index.
  const isBehind = hasServer && (state === 'building' || waiting > 1_000);
  const remedy = 'It becomes complete in the background; if it does not, see the log of the server';
  return { check: 'search index', state: isBehind ? 'warning' : 'ok', detail, remedy: isBehind ? remedy : null };
}

const day = 86_400_000;

function backupFinding({ backup }: Status): Finding {
  const check = 'last backup';
  const remedy =
    'Make one with edu-repo backup create FOLDER, or set backup.schedule and backup.directory in config.yaml';
  if (backup == null) return { check, state: 'warning', detail: 'none', remedy };
  const age = Math.floor((wallClock() - Date.parse(backup.at)) / day);
  const detail = `${age === 0 ? 'today' : counted(age, 'day')}, in ${backup.folder}`;
  if (age > 7) return { check, state: 'warning', detail, remedy };
  const repair = 'edu-repo verify lists what is missing or damaged';
  if (backup.problems > 0)
    return { check, state: 'warning', detail: `${detail}; ${counted(backup.problems, 'problem')}`, remedy: repair };
  return { check, state: 'ok', detail, remedy: null };
}

/** Runs a check. Its failure is a finding too. */
async function attempt(
  check: string,
  context: Context,
  work: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await work();
  } catch (error) {
    const { message, why, next } = explainError(error, context);
    return [{ check, state: 'problem', detail: `${message} ${why}`, remedy: next }];
  }
}

async function statusFindings(connection: Connection): Promise<Finding[]> {
  const status = await connection.client.getStatus();
  return [storeFinding(status), indexFinding(status, connection), backupFinding(status)];
}

/** What the repository says of itself. It cannot be opened if another process holds its lock. */
async function repositoryFindings(context: Context, isRemote: boolean): Promise<readonly Finding[]> {
  const check = isRemote ? 'connection' : 'lock';
  return attempt(check, context, async () => {
    const connection = await context.connect();
    const clock = isRemote ? [await remoteClock(connection)] : [];
    const detail = connection.hasServer ? `the server answers at ${connection.where}` : 'free; no server is running';
    const status = await attempt('status', context, () => statusFindings(connection));
    return [{ check, state: 'ok', detail, remedy: null }, ...clock, ...status];
  });
}

async function localFindings({ globals, environment }: Context): Promise<Finding[]> {
  const dataDirectory = await dataDirectoryOf(globals, environment);
  const { isInitialized } = await import('../../daemon/data-directory/data-directory.ts');
  const { withAccessExplained } = await import('../../daemon/data-directory/directory-access.ts');
  if (!(await withAccessExplained(dataDirectory, () => isInitialized(dataDirectory))))
    throw await noRepository(dataDirectory);
  const { diagnose } = await import('../../daemon/diagnosis/diagnose.ts');
  return diagnose(dataDirectory, environment);
}

async function examine(_: undefined, context: Context): Promise<ExitCode> {
  const isRemote = (await chosenRepository(context.globals, context.environment)).kind === 'remote';
  const local = isRemote ? [] : await localFindings(context);
  const findings = [nodeVersion(), ...local, ...(await repositoryFindings(context, isRemote))];
  await (await context.printer()).list(findings, findingList);
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  context.output.note(`${counted(count('problem'), 'problem')}, ${counted(count('warning'), 'warning')}.`);
  return count('problem') === 0 ? exitCodes.ok : exitCodes.error;
}

export const doctor = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo doctor',
      does: 'check this machine and its repository; the exit code is 1 if there is a problem',
    },
    { line: 'edu-repo doctor --url https://repo.example.org', does: 'check a remote repository and its clock' },
    { line: 'edu-repo doctor -o json', does: 'for monitoring' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: examine,
});

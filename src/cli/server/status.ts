import { setTimeout as pause } from 'node:timers/promises';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Connection } from '../connection/connect.ts';
import { counted, formatBytes } from '../print/units.ts';
import type { RecordView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type Failure, usageFailure } from '../program/failure.ts';

type Status = Result<Operations['getStatus']>;

const progressOf = (waiting: number, done: string): string =>
  waiting === 0 ? done : `${counted(waiting, 'change')} pending`;

function indexLine({ state, documents, position, waiting }: Status['index']): string {
  const progress = progressOf(waiting, 'up to date');
  return `${state}, ${counted(documents, 'document')}, up to change ${position}; ${progress}`;
}

function textsLine({ waiting, scans, failed }: Status['texts']): string {
  const progress = progressOf(waiting, 'all extracted');
  return `${progress}; ${counted(scans, 'scan')} without text, ${counted(failed, 'unreadable file')}`;
}

/** Undefined from a server of an earlier version. */
function backupLine(backup: Status['backup'] | undefined): string {
  if (backup === undefined) return 'unknown';
  if (backup === null) return 'none';
  const { folder, at, commit, problems } = backup;
  const lacking = problems === 0 ? '' : `; ${counted(problems, 'problem')} in the repository`;
  return `${at}, up to change ${commit}, in ${folder}${lacking}`;
}

/** Versions of Node.js up to this one get no security updates. */
const lastEnded = 20;

/** The version of Node.js, such as v24.1.0, with advice if it is too old. */
export function shownNodeVersion(version: string): string {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  return major <= lastEnded ? `${version} (gets no security updates: install Node.js 24)` : version;
}

/** Without a server, the process is only this command. */
const serverFields = ({ process }: Status, hasServer: boolean): [string, string][] =>
  hasServer
    ? [
        [
          'server',
          `process ${process.pid}, since ${process.startedAt}, Node.js ${shownNodeVersion(process.nodeVersion)}`,
        ],
        ['memory', formatBytes(process.residentBytes)],
      ]
    : [['server', 'not running']];

/** Every repository has folders and an administrator, so 0 means that damage prevents counting. */
const countOf = ({ damage }: Status['store'], count: number): string =>
  count === 0 && (damage ?? []).length > 0 ? 'unknown, because of the damage' : String(count);

/** A single damaged place is already part of the problem. */
function damageFields({ damage = [] }: Status['store']): [string, string][] {
  return damage.length === 1 ? [] : damage.map(({ place, message }) => ['damaged', `${place}: ${message}`]);
}

function statusRecord({ where, hasServer }: Pick<Connection, 'where' | 'hasServer'>): RecordView<Status> {
  return {
    id: (value) => value.repository.id,
    fields: (value) => {
      const { version, repository, store, index, metadataSets, previews, texts, backup } = value;
      return [
        ['repository', `${repository.title} (${repository.id})`],
        ['at', where],
        ['version', version],
        ...serverFields(value, hasServer),
        ['nodes', countOf(store, store.nodes)],
        ['people', countOf(store, store.people)],
        ...store.equalUserNames.map((names): [string, string] => ['equal user names', names.join(', ')]),
        ['changes', `${store.commit}${store.writable ? '' : ' (read-only)'}`],
        ['problem', store.problem ?? 'none'],
        ...damageFields(store),
        ['search index', indexLine(index)],
        ['metadata sets', metadataSets.sets.join(', ')],
        ...metadataSets.problems.map(({ place, message, meanwhile }): [string, string] => [
          'configuration error',
          `${place}: ${message}. ${meanwhile}`,
        ]),
        ['thumbnails', progressOf(previews.waiting, 'all created')],
        ['texts', textsLine(texts)],
        ['last backup', backupLine(backup)],
      ];
    },
  };
}

interface StatusOptions {
  /** How long to wait before the status is shown again, in seconds; undefined: it is shown once. */
  readonly interval: number | undefined;
}

/** The number of seconds, two by default. */
function readInterval(watch: string | true | undefined): number | undefined {
  if (watch === undefined || watch === true) return watch && 2;
  const seconds = Number(watch);
  if (seconds >= 0.1 && seconds <= 86_400) return seconds;
  throw usageFailure(
    `"${watch}" is not an interval.`,
    'It is a number of seconds, at least 0.1.',
    'For example: --watch 5',
  );
}

/** A command that opens the data directory itself would keep every other one out. */
const needsServer = (): Failure =>
  usageFailure(
    'status --watch needs a running server.',
    'Without one, nothing changes, and the command would lock the data directory.',
    'Start it: edu-repo serve; or show the status once: edu-repo status',
  );

/** Moves the cursor to the top left corner and clears the screen. */
const clearScreen = '\u001b[H\u001b[2J';

/** Shows the status again and again until the command is interrupted. A file or pipe gets one status after the other. */
async function watchStatus(seconds: number, context: Context, show: () => Promise<void>): Promise<void> {
  const { signal, globals, output } = context;
  const onTerminal = output.stdout.isTTY === true && (globals.output ?? 'table') === 'table';
  while (!signal.aborted) {
    if (onTerminal) output.stdout.write(clearScreen);
    await show();
    await pause(seconds * 1_000, undefined, { signal }).catch(() => undefined);
  }
}

export const status = defineCommand<{ readonly watch?: string | true }, StatusOptions>({
  endsOnSignal: true,
  examples: [
    { line: 'edu-repo status', does: 'show process, store and search index of the local repository' },
    { line: 'edu-repo status --watch', does: 'show it every two seconds, until Ctrl-C' },
    {
      line: 'edu-repo status --url https://repo.example.org',
      does: 'show a remote repository (as an administrator; see edu-repo help environment)',
    },
  ],
  configure: (command) =>
    command.option('--watch [seconds]', 'show the status again every so many seconds (default: 2)'),
  readOptions: (_, { watch }) => ({ interval: readInterval(watch) }),
  run: async ({ interval }, context) => {
    const connection = await context.connect();
    const printer = await context.printer();
    const show = async () => printer.record(await connection.client.getStatus(), statusRecord(connection));
    if (interval !== undefined && !connection.hasServer) throw needsServer();
    if (interval === undefined) await show();
    else await watchStatus(interval, context, show);
    return exitCodes.ok;
  },
});

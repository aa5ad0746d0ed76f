import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Connection } from '../connection/connect.ts';
import type { RecordView } from '../print/printer.ts';
import { counted, formatBytes } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';

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

export const status = defineCommand<Record<never, never>, undefined>({
  examples: [
    { line: 'edu-repo status', does: 'show process, store and search index of the local repository' },
    {
      line: 'edu-repo status --url https://repo.example.org',
      does: 'show a remote repository (as an administrator; see edu-repo help environment)',
    },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const connection = await context.connect();
    await (await context.printer()).record(await connection.client.getStatus(), statusRecord(connection));
    return exitCodes.ok;
  },
});

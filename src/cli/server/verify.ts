import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Connection } from '../connection/connect.ts';
import { startProgress } from '../print/progress.ts';
import { counted, formatBytes } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';

type Part = Result<Operations['verifyRepository']>;
type Problem = Part['problems'][number];

/** What was checked so far. */
interface Totals {
  nodes: number;
  contents: number;
  bytes: number;
  problems: number;
  /** The kinds of problems with files, and `record` if a record is damaged. */
  readonly kinds: Set<Problem['problem'] | 'record'>;
  damage: Part['damage'];
}

type Row = Problem | Part['damage'][number];

const isDamage = (row: Row): row is Part['damage'][number] => 'message' in row;

const shownPath = ({ path, name }: Problem): string =>
  path ?? (name === null ? '' : `${name} (in the trash or a damaged folder)`);

const listOf = (totals: Totals): ListView<Row> => ({
  columns: [
    { title: 'problem', value: (row) => (isDamage(row) ? 'metadata store damaged' : `${row.part} ${row.problem}`) },
    { title: 'id', value: (row) => (isDamage(row) ? '' : row.node) },
    { title: 'version', value: (row) => (isDamage(row) ? '' : (row.version ?? '')) },
    { title: 'node', value: (row) => (isDamage(row) ? row.message : shownPath(row)) },
    { title: 'file', value: ({ place }) => place ?? '' },
  ],
  id: (row) => (isDamage(row) ? row.place : row.node),
  whole: (rows) => {
    const { nodes, contents, bytes, damage } = totals;
    return { nodes, contents, bytes, damage, problems: rows.filter((row) => !isDamage(row)) };
  },
});

const checkedText = ({ nodes, contents, bytes }: Totals): string =>
  `${counted(nodes, 'node')} and ${counted(contents, 'file')} (${formatBytes(bytes)})`;

/** The problems of all parts, one part after the other, then the damage of the metadata store. Adds up the totals meanwhile. */
async function* problemsIn({ client }: Pick<Connection, 'client'>, totals: Totals): AsyncGenerator<Row> {
  let after: string | undefined;
  do {
    const part = await client.verifyRepository(after === undefined ? {} : { after });
    totals.nodes += part.nodes;
    totals.contents += part.contents;
    totals.bytes += part.bytes;
    totals.problems += part.problems.length;
    for (const found of part.problems) totals.kinds.add(found.part === 'record' ? 'record' : found.problem);
    totals.damage = part.damage;
    yield* part.problems;
    after = part.next ?? undefined;
  } while (after !== undefined);
  yield* totals.damage;
}

async function listProblems(context: Context): Promise<Totals> {
  const connection = await context.connect();
  const totals: Totals = { nodes: 0, contents: 0, bytes: 0, problems: 0, kinds: new Set(), damage: [] };
  const progress = await startProgress(context, () => `Checking: ${checkedText(totals)} so far`);
  try {
    await (await context.printer()).list(problemsIn(connection, totals), listOf(totals));
  } finally {
    progress.stop();
  }
  return totals;
}

/** What to do about the problems that were found, one line for each kind. */
function* adviceOn({ kinds, damage }: Totals): Generator<string> {
  if (kinds.has('missing') || kinds.has('damaged'))
    yield 'To repair a file, copy the file of the same name from any backup to its place, or upload the original file to its node: edu-repo node upload ID FILE. Then run edu-repo verify again.';
  if (kinds.has('unreadable'))
    yield 'If a file is unreadable, check its owner, its permissions and the disk. Then run edu-repo verify again.';
  if (kinds.has('record')) yield 'To repair a record, restore a backup of the whole data directory.';
  if (damage.length > 0)
    yield 'Because the metadata store is damaged, the repository is read-only, and some nodes may not have been checked. edu-repo status and the guide for admins say what to do.';
}

export const verify = defineCommand<Record<never, never>, undefined>({
  examples: [
    {
      line: 'edu-repo verify',
      does: 'read all nodes, versions and files, and list what is missing or damaged; the exit code is 1 if anything is',
    },
    { line: 'edu-repo verify --data /backup/school', does: 'check a copy of a data directory' },
  ],
  configure: () => undefined,
  readOptions: () => undefined,
  run: async (_, context) => {
    const { output } = context;
    const totals = await listProblems(context);
    const found = totals.problems + totals.damage.length;
    output.note(`Checked ${checkedText(totals)}: ${found === 0 ? 'no problem found' : counted(found, 'problem')}.`);
    for (const line of adviceOn(totals)) output.note(line);
    return found === 0 ? exitCodes.ok : exitCodes.error;
  },
});

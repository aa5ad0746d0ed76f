import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { spreadsheetLine } from '../../base/csv.ts';
import { requireOrdinaryGroups } from '../class-list/administrators.ts';
import { type ApplyContext, applyPlan, type ImportProgress } from '../class-list/apply-plan.ts';
import { type ClassList, isHeaderRow, readClassList } from '../class-list/class-list.ts';
import { type ColumnFlags, fields, readColumns, unusedHeaders } from '../class-list/columns.ts';
import { groupNameProblem } from '../class-list/group-names.ts';
import { createPasswordsFile, openPasswordsFile } from '../class-list/passwords-file.ts';
import { type ImportPlan, isProblem, planImport } from '../class-list/plan.ts';
import { nameMatchNote, type RowReport, rowList, summaryOf } from '../class-list/report.ts';
import { knownSchool } from '../class-list/school.ts';
import { requireAbsent } from '../files/private-files.ts';
import { isResumed } from '../job/resumed.ts';
import { repository } from '../node-arguments/node.ts';
import { collect } from '../node-arguments/properties.ts';
import type { Output } from '../print/output.ts';
import { startProgress } from '../print/progress.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { type ExitCode, exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { readTable } from '../tables/read-table.ts';
import { declareReading, type ReadingFlags, type ReadingOptions, readReading } from '../tables/reading-options.ts';
import { refuseProblems } from '../tables/table-problems.ts';

interface ImportFlags extends ReadingFlags {
  readonly columns?: string;
  readonly group?: readonly string[];
  readonly parent?: string;
  readonly passwords?: string;
  readonly withoutPasswords?: boolean;
  readonly sameNames?: boolean;
  readonly report?: string;
}

interface ImportOptions {
  readonly file: string;
  readonly reading: ReadingOptions;
  readonly columns: ColumnFlags;
  readonly groups: readonly string[];
  /** The group that new groups become members of. */
  readonly parent: string | undefined;
  /** The file for generated passwords; `none` if new people get no password. */
  readonly passwords: { readonly file: string } | 'none' | undefined;
  readonly sameNames: boolean;
  readonly report: string | undefined;
}

function passwordsOf({ passwords, withoutPasswords }: ImportFlags): ImportOptions['passwords'] {
  if (passwords === undefined) return withoutPasswords === true ? 'none' : undefined;
  if (withoutPasswords !== true) return { file: passwords };
  throw usageFailure(
    '--passwords and --without-passwords cannot be combined.',
    'New people get either passwords or none.',
    'Leave one of them out',
  );
}

function readGroups(names: readonly string[]): string[] {
  const bare = names.map((name) => name.trim().replace(/^GROUP_/, ''));
  const [problem] = bare.flatMap((name) => groupNameProblem(name) ?? []);
  if (problem === undefined) return bare;
  throw usageFailure('--group is not a valid group name.', problem, 'To list the groups: edu-repo group list');
}

const maxHeaders = 10;

function noteUnusedColumns({ columns, headers }: ClassList, output: Output): void {
  const unused = unusedHeaders(columns, headers);
  if (unused.length === 0) return;
  const shown = unused.slice(0, maxHeaders).map((header) => `"${header}"`);
  const more = unused.length > maxHeaders ? ` and ${unused.length - maxHeaders} more` : '';
  output.note(
    `Unused columns: ${shown.join(', ')}${more}. To use one: --columns 'FIELD=HEADER,…' (fields: ${fields.join(', ')})`,
  );
}

/** An import never replaces a password, so a list that is imported again does not reset what people chose. */
function noteUnusedPasswords({ rows }: ImportPlan, output: Output): void {
  const unused = rows.filter((row) => !isProblem(row) && row.ignoresPassword === true).length;
  if (unused === 0) return;
  output.note(
    `Passwords of existing people do not change: ${counted(unused, 'row')} with a password. To set one: edu-repo user passwd USER`,
  );
}

const missingPasswordsFile = (file: string, people: number) =>
  usageFailure(
    `Passwords for ${counted(people, 'new person', 'new people')} are required, but there is no file to write them to.`,
    'The list has no passwords, and neither --passwords nor --without-passwords is set.',
    `To write generated passwords to a file: edu-repo user import ${shellWord(file)} --passwords passwords.csv`,
  );

/** Creates the file for generated passwords if any are needed. A dry run only checks that it can be created. */
async function openPasswords(options: ImportOptions, plan: ImportPlan, { globals, output, environment }: Context) {
  const needed = plan.rows.filter((row) => !isProblem(row) && row.action === 'make' && row.password === undefined);
  if (needed.length === 0 || options.passwords === 'none') return undefined;
  if (options.passwords === undefined) {
    if (!globals.dryRun) throw missingPasswordsFile(options.file, needed.length);
    output.note(
      `Passwords for ${counted(needed.length, 'new person', 'new people')} are required. The import without --dry-run needs --passwords FILE or --without-passwords.`,
    );
    return undefined;
  }
  const { file } = options.passwords;
  if (isResumed(environment) && existsSync(file)) return openPasswordsFile(file);
  if (!globals.dryRun) return createPasswordsFile(file);
  await requireAbsent(file);
  return undefined;
}

function reportText(path: string, reports: readonly RowReport[]): string {
  if (/\.jsonl?$/.test(path)) return reports.map((report) => `${JSON.stringify(report)}\n`).join('');
  const lines = [
    rowList.columns.map(({ title }) => title),
    ...reports.map((report) => rowList.columns.map((column) => column.value(report))),
  ];
  return lines.map((cells) => `${spreadsheetLine(cells)}\r\n`).join('');
}

/** Only the rows with a user name. For `-o id`, because other commands read a placeholder such as `-` as an argument. */
async function* withUser(reports: AsyncIterable<RowReport>): AsyncGenerator<RowReport> {
  for await (const report of reports) if (report.user !== null) yield report;
}

async function applyAndReport(
  plan: ImportPlan,
  applyOptions: Pick<ApplyContext, 'passwords' | 'parent'>,
  context: Context,
): Promise<ImportProgress> {
  const { dryRun } = context.globals;
  const progress: ImportProgress = { reports: [], createdGroups: 0 };
  const { client } = await context.connect();
  const spinner = await startProgress(context, () => {
    const { length: done } = progress.reports;
    return { doing: 'Importing', unit: 'row', done, total: plan.rows.length };
  });
  try {
    const work = applyPlan(plan, { ...applyOptions, client, signal: context.signal, dryRun }, progress);
    await (await context.printer()).list(context.globals.output === 'id' ? withUser(work) : work, rowList);
  } finally {
    spinner.stop();
  }
  context.output.note(summaryOf(progress.reports, progress.createdGroups, dryRun));
  const nameMatches = nameMatchNote(progress.reports);
  if (nameMatches !== undefined) context.output.note(nameMatches);
  noteUnusedPasswords(plan, context.output);
  return progress;
}

async function importPeople(options: ImportOptions, context: Context): Promise<ExitCode> {
  const { output } = context;
  const table = await readTable(options.file, {
    ...options.reading,
    isHeaderRow: (cells) => isHeaderRow(cells, options.columns),
  });
  const list = readClassList(table.rows, options.columns);
  output.note(`Read ${options.file} as ${table.understoodAs}.`);
  noteUnusedColumns(list, output);
  if (options.report !== undefined && !isResumed(context.environment)) await requireAbsent(options.report);
  const { client } = await context.connect();
  if (options.parent !== undefined) await client.getGroup({ repository, group: options.parent });
  const school = await knownSchool(client, list.people);
  requireOrdinaryGroups(options, school.administrators);
  const plan = planImport(list.people, list.problems, school, options);
  if (options.reading.onError === 'stop')
    refuseProblems(
      plan.rows
        .filter(isProblem)
        .map(({ row, column, why }) => ({ row, why, ...(column === '' ? {} : { header: column }) })),
      options.file,
      context,
    );
  const passwords = await openPasswords(options, plan, context);
  try {
    const { reports, ended } = await applyAndReport(plan, { passwords, parent: options.parent }, context);
    if (options.report !== undefined) {
      await writeFile(options.report, reportText(options.report, reports), {
        flag: isResumed(context.environment) ? 'w' : 'wx',
        mode: 0o600,
      });
    }
    if (passwords !== undefined && typeof options.passwords === 'object') {
      output.note(`The new passwords are in ${options.passwords.file}. Hand them out, then delete the file.`);
    }
    if (ended !== undefined) throw ended;
    return reports.some(({ result }) => result === 'failed') ? exitCodes.partlyDone : exitCodes.ok;
  } finally {
    await passwords?.close();
  }
}

export const userImport = defineCommand<ImportFlags, ImportOptions>({
  endsOnSignal: true,
  recorded: () => true,
  examples: [
    {
      line: 'edu-repo user import klassen.csv --dry-run',
      does: 'show who would be created, and which rows have errors',
    },
    {
      line: 'edu-repo user import klassen.xlsx --group schueler --passwords passwords.csv',
      does: 'create people and groups for their classes, and add everyone to the group schueler',
    },
    {
      line: "edu-repo user import liste.csv --columns 'user=Login,group=Kurs' --without-passwords",
      does: 'read user names from the column Login and groups from the column Kurs, and create people without passwords',
    },
  ],
  configure: (command) =>
    declareReading(command)
      .argument('<file>', 'class list in CSV or XLSX, with German or English headers')
      .option('--columns <map>', 'headers of the columns: user=…,firstName=…,lastName=…,name=…,email=…,group=…')
      .option('--group <name>', 'add everyone on the list to this group; repeatable', collect)
      .option('--parent <group>', 'group that new groups become members of')
      .option('--passwords <file>', 'write generated passwords to this new file (mode 0600)')
      .option('--without-passwords', 'create people without passwords; they can sign in only through an app')
      .option('--same-names', 'match people by name, even if their groups differ')
      .option('--report <file>', 'write the result of each row to this new file, .csv or .jsonl'),
  readOptions: ([file = ''], flags) => ({
    file,
    reading: readReading(flags),
    columns: flags.columns === undefined ? new Map() : readColumns(flags.columns),
    groups: readGroups(flags.group ?? []),
    parent: flags.parent,
    passwords: passwordsOf(flags),
    sameNames: flags.sameNames === true,
    report: flags.report,
  }),
  run: importPeople,
});

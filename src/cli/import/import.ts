import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { atRemote } from '../connection/at-remote.ts';
import { readListFlags } from '../mds/values-of-lists.ts';
import { readColumnFlags } from '../metadata/columns.ts';
import {
  declareTableOptions,
  readTableOptions,
  refuseWithoutTable,
  type TableFlags,
} from '../metadata/table-options.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { collect } from '../node-arguments/properties.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import type { ExitCode } from '../program/exit-codes.ts';
import { type Failure, usageFailure } from '../program/failure.ts';
import { alsoNamed } from '../program/old-names.ts';
import { readReading } from '../tables/reading-options.ts';
import { declareNodeParts, type NodePartFlags, readNodeParts, requireNone } from '../transfer/node-parts.ts';
import { declareTransferOptions, type TransferFlags } from '../transfer/options.ts';
import type { IfExists } from '../transfer/transfer-settings.ts';
import { harvestState } from './harvest-states.ts';
import { importNotes } from './help.ts';
import { importFolder } from './import-folder.ts';
import { kindNames, type Recognised, recognise } from './kinds.ts';
import { formOfReport } from './report-file.ts';
import { type OpenedSource, runImport } from './run-import.ts';
import type { SourceOptions } from './source.ts';
import { lookAt } from './source-input.ts';

const choices = ['skip', 'update', 'version', 'rename', 'fail'] as const;

interface ImportFlags extends TransferFlags, TableFlags, NodePartFlags {
  readonly kind?: string;
  readonly metadata?: string;
  readonly ifExists?: (typeof choices)[number];
  readonly exclude?: readonly string[];
  readonly mapping?: string;
  readonly suggestMapping?: true;
  readonly files?: string;
  readonly unpack?: true;
  readonly package?: true;
  readonly allowHost?: readonly string[];
  readonly prefix?: string;
  readonly set?: string;
  readonly from?: string;
  readonly thisFolderOnly?: true;
  readonly report?: string;
}

interface ImportOptions {
  /** The sources, and perhaps the folder in the repository at the end. */
  readonly words: readonly string[];
  /** Undefined for the default of the source. */
  readonly ifExists: IfExists | undefined;
  readonly concurrency: number;
  readonly versionComment: string;
  readonly flags: ImportFlags;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** What can only be a folder in a repository: the last of several words, unless it is a local file and no path of a repository. */
async function splitWords(
  words: readonly string[],
): Promise<{ readonly sources: readonly string[]; readonly path: string }> {
  const last = words.at(-1) ?? '';
  const isTarget = words.length === 2 || /^[/~]/.test(last) || !(/^https?:/i.test(last) || (await exists(last)));
  return words.length > 1 && isTarget ? { sources: words.slice(0, -1), path: last } : { sources: words, path: '~' };
}

const folderNotAlone = (folder: string): Failure =>
  usageFailure(
    `${folder} is a folder, and there are other sources.`,
    'A folder is imported by itself.',
    'Import it with a command of its own',
  );

const onlyForFolders = (option: string): Failure =>
  usageFailure(`${option} needs a folder.`, 'It says how the files of a folder are imported.', `Leave out ${option}`);

/** Refuses options that have no effect on sources other than folders. */
function refuseFolderOptions({ metadata, exclude }: ImportFlags): void {
  if (metadata !== undefined) throw onlyForFolders('--metadata');
  if (exclude !== undefined) throw onlyForFolders('--exclude');
}

/** The options for sources that are no folders. */
const sourceFlags = {
  ...{ mapping: '--mapping', suggestMapping: '--suggest-mapping', files: '--files', unpack: '--unpack' },
  ...{ versions: '--versions', permissions: '--permissions' },
  ...{ package: '--package', allowHost: '--allow-host', prefix: '--prefix', set: '--set', from: '--from' },
  thisFolderOnly: '--this-folder-only',
} as const;

/** Refuses options that have no effect on a folder. */
function refuseSourceOptions(folder: string, flags: ImportFlags): void {
  for (const [name, option] of Object.entries(sourceFlags)) {
    if (flags[name as keyof typeof sourceFlags] === undefined) continue;
    throw usageFailure(
      `${option} cannot be used for the folder ${folder}.`,
      'It says how a list, a package or a feed is imported.',
      `Leave out ${option}`,
    );
  }
}

const asIfExists = (choice: (typeof choices)[number]): IfExists => (choice === 'version' ? 'replace' : choice);

const transferOptions = ({ concurrency, versionComment }: ImportOptions) => ({ concurrency, versionComment });

function importLocalFolder(
  folder: string,
  target: NodeAddress,
  options: ImportOptions,
  context: Context,
): Promise<ExitCode> {
  const { flags, ifExists = 'skip' } = options;
  refuseSourceOptions(folder, flags);
  if (flags.metadata === undefined) refuseWithoutTable(flags);
  return importFolder(
    {
      ...{ folder, target, ifExists, ...transferOptions(options) },
      patterns: flags.exclude ?? [],
      table: flags.metadata === undefined ? undefined : readTableOptions(flags.metadata, flags),
      report: flags.report,
    },
    context,
  );
}

async function sourceOptions(flags: ImportFlags, since: string | undefined, context: Context): Promise<SourceOptions> {
  const columns = readColumnFlags(flags.column ?? []);
  const { mapping } = flags;
  const mapped = mapping === undefined ? [] : await (await import('./lists/mapping.ts')).readMapping(mapping);
  return {
    list: {
      ...readReading(flags),
      columns: new Map([...mapped, ...columns]),
      metadataSet: flags.mds,
      filesFolder: flags.files,
    },
    unpack: flags.unpack ?? (flags.package === true ? false : undefined),
    ...{ allowedHosts: flags.allowHost ?? [], metadataPrefix: flags.prefix, set: flags.set, from: flags.from, since },
    nodeParts: readNodeParts(flags),
    ...{ signal: context.signal, context },
  };
}

async function openAll(
  recognised: readonly Recognised[],
  target: NodeAddress,
  flags: ImportFlags,
  context: Context,
): Promise<OpenedSource[]> {
  const opened: OpenedSource[] = [];
  try {
    for (const { input, kind } of recognised) {
      if (kind === undefined) throw folderNotAlone(input.text);
      if (kind.name !== 'repository') requireNone(readNodeParts(flags));
      const { prefix = '', set = '' } = flags;
      const state = await harvestState([input.text, writeNodeAddress(target), prefix, set], context);
      // Who names a date wants to read again what was read before.
      const since = flags.from === undefined ? state.since : undefined;
      const source = await kind.open(input, await sourceOptions(flags, since, context));
      opened.push({ input: input.text, kind: kind.name, source, state });
    }
    return opened;
  } catch (error) {
    for (const { source } of opened) await source.close();
    throw error;
  }
}

async function importSources(options: ImportOptions, context: Context): Promise<ExitCode> {
  const { sources, path } = await splitWords(options.words);
  const target = parseNodeAddress(path);
  return atRemote(target.remote, context, (at) => importInto(target, sources, options, at));
}

async function importInto(
  target: NodeAddress,
  texts: readonly string[],
  options: ImportOptions,
  context: Context,
): Promise<ExitCode> {
  const { flags } = options;
  const recognised: Recognised[] = [];
  try {
    for (const text of texts) {
      const how = { signal: context.signal, allowedHosts: flags.allowHost };
      recognised.push(await recognise(await lookAt(text), flags.kind, target, how));
    }
    return await importRecognised(target, recognised, options, context);
  } finally {
    for (const { close } of recognised) await close();
  }
}

async function importRecognised(
  target: NodeAddress,
  recognised: readonly Recognised[],
  options: ImportOptions,
  context: Context,
): Promise<ExitCode> {
  const { flags, ifExists = 'update' } = options;
  const [first] = recognised;
  if (first !== undefined && first.kind === undefined && recognised.length === 1) {
    return importLocalFolder(first.input.text, target, options, context);
  }
  refuseFolderOptions(flags);
  if (flags.suggestMapping === true && first !== undefined) {
    const { suggestMapping } = await import('./lists/mapping.ts');
    return suggestMapping(first.input, await sourceOptions(flags, undefined, context), context);
  }
  const sources = await openAll(recognised, target, flags, context);
  try {
    const { report } = flags;
    const { onError } = readReading(flags);
    const run = {
      sources,
      target,
      lists: readListFlags(flags),
      onError,
      report,
      copies: false,
      thisFolderOnly: flags.thisFolderOnly === true,
      ifExists,
      ...transferOptions(options),
    };
    return await runImport(run, context);
  } finally {
    for (const { source } of sources) await source.close();
  }
}

function declareSourceOptions(command: Command): void {
  command.addOption(
    new Option('--kind <kind>', 'what the source is (default: what its content shows)').choices(kindNames),
  );
  alsoNamed(command, '--as')
    .addOption(
      new Option(
        '--if-exists <what>',
        'what to do if an item exists with other content or metadata (default: skip for folders, else update)',
      ).choices(choices),
    )
    .option('--report <file>', 'write what became of each item to a file: .csv, .jsonl or .html')
    .option(
      '--exclude <pattern>',
      "leave out files and folders with this name or path, such as '*.tmp'; repeatable",
      collect,
    )
    .option('--mapping <file>', 'what the columns of a list contain, as --suggest-mapping prints it')
    .option('--suggest-mapping', 'print a mapping for a list, to edit it, and import nothing')
    .option('--files <dir>', 'folder that the paths in a list start at (default: that of the list)')
    .option('--unpack', 'store the files of a package or archive in folders')
    .option('--package', 'store a package as one file')
    .option('--allow-host <host>', 'call this host although it is in a private network; repeatable', collect)
    .option('--prefix <format>', 'format of harvested records (default: oai_dc)')
    .option('--set <set>', 'harvest only this set')
    .option('--from <date>', 'harvest only records that changed since this date')
    .option(
      '--this-folder-only',
      'recognise items of earlier imports only in the folder, not where they were moved to',
    );
}

/** Imports folders, lists, packages, feeds and other sources. */
export const importCommand = defineCommand<ImportFlags, ImportOptions>({
  endsOnSignal: true,
  recorded: ({ suggestMapping }) => suggestMapping !== true,
  examples: [
    { line: 'edu-repo import ./Material /Mathe', does: 'upload the contents of the folder Material to /Mathe' },
    {
      line: 'edu-repo import liste.xlsx /Links --dry-run',
      does: 'show what a list would bring, and what is wrong with it',
    },
    {
      line: 'edu-repo import kurs.mbz /Kurse --report bericht.csv',
      does: 'import a Moodle backup, and write a report',
    },
  ],
  notes: importNotes,
  configure: (command) => {
    command.argument(
      '<source...>',
      'folders, files or addresses, and at the end the folder in the repository, which is created if missing (default: your home folder)',
    );
    declareSourceOptions(command);
    declareTransferOptions(declareNodeParts(command));
    command.option(
      '--metadata <table>',
      'CSV or XLSX file with the metadata of the files in a folder, as for metadata import; skipped files keep their metadata',
    );
    declareTableOptions(command);
  },
  readOptions: (words, flags) => {
    if (flags.report !== undefined) formOfReport(flags.report);
    const { concurrency, versionComment = '' } = flags;
    const ifExists = flags.ifExists === undefined ? undefined : asIfExists(flags.ifExists);
    return { words, ifExists, concurrency, versionComment, flags };
  },
  run: importSources,
});

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { repository } from '../node-arguments/node.ts';
import { collect } from '../node-arguments/properties.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { usageFailure } from '../program/failure.ts';
import { asUpload, gatherFiles } from './gather-files.ts';
import { type ImportReport, importedList, importedOf, noteLines } from './import-report.ts';

interface ImportFlags {
  readonly id?: string;
  readonly list?: readonly string[];
}

interface ListAssignment {
  readonly property: string;
  /** A local file, or the ID of a value list. */
  readonly list: string;
}

interface ImportOptions {
  readonly paths: readonly string[];
  readonly id: string | undefined;
  readonly lists: readonly ListAssignment[];
}

function readList(text: string): ListAssignment {
  const equals = text.indexOf('=');
  if (equals > 0 && equals < text.length - 1) {
    return { property: text.slice(0, equals), list: text.slice(equals + 1) };
  }
  throw usageFailure(
    `"${text}" does not assign a value list to a property.`,
    'Write --list as PROPERTY=FILE.',
    'For example: edu-repo mds import --list ccm:taxonid=discipline.ttl',
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The local files to upload, and all assignments, which name a local file by its base name, as the repository does. */
async function listArguments(lists: readonly ListAssignment[]) {
  const files: string[] = [];
  const named: string[] = [];
  for (const { property, list } of lists) {
    const isLocal = await isFile(list);
    if (isLocal) files.push(list);
    named.push(`${property}=${isLocal ? basename(list) : list}`);
  }
  return { files, named };
}

/**
 * The sets and value lists that the import would replace. Earlier server versions do not report `differs`. A set that
 * only gets value lists has no file and is not replaced.
 */
function replacedBy({ sets, valueLists }: ImportReport): string[] {
  return [
    ...sets
      .filter(({ differs, replaces, file }) => (differs ?? replaces) && file !== '')
      .map((set) => `the metadata set ${set.id}`),
    ...valueLists.filter(({ differs, replaces }) => differs ?? replaces).map((list) => `the value list ${list.id}`),
  ];
}

const shownNames = 10;

async function askBeforeReplacing(
  replaced: readonly string[],
  options: ImportOptions,
  context: Context,
): Promise<void> {
  const more = replaced.length > shownNames ? [`${replaced.length - shownNames} more`] : [];
  const names = [...replaced.slice(0, shownNames), ...more].join(', ');
  const flags = [
    ...(options.id === undefined ? [] : ['--id', options.id]),
    ...options.lists.flatMap(({ property, list }) => ['--list', `${property}=${list}`]),
  ];
  await requireConfirmation(
    {
      question: `Replace ${names}? The server keeps copies of the old files.`,
      would: `The repository already has ${names}. Nothing was imported.`,
      again: `edu-repo mds import --yes ${[...options.paths, ...flags].map(shellWord).join(' ')}`,
    },
    context,
  );
}

export const mdsImport = defineCommand<ImportFlags, ImportOptions>({
  examples: [
    {
      line: 'edu-repo mds import metadatasets/ --dry-run',
      does: 'show what would be imported and what would be left out',
    },
    {
      line: 'edu-repo mds import xml/mds.xml --id schule',
      does: 'import a set in XML with the value spaces and texts beside it',
    },
    {
      line: 'edu-repo mds import --list ccm:taxonid=discipline.ttl --id schule',
      does: 'use a SKOS vocabulary as the values of a property in an existing set',
    },
  ],
  configure: (command) =>
    command
      .argument('[path...]', 'files or folders: XML, SKOS in Turtle, YAML or JSON')
      .option('--id <id>', 'ID for the imported set; with --list alone, the existing set to change')
      .option('--list <property=file>', 'use the value list in this file for the property; repeatable', collect),
  readOptions(paths, { id, list = [] }) {
    if (paths.length + list.length === 0) {
      throw usageFailure(
        'There is nothing to import.',
        'Specify files or folders, or --list.',
        'For help: edu-repo help mds import',
      );
    }
    return { paths, id, lists: list.map(readList) };
  },
  async run({ paths, id, lists }, context) {
    const { dryRun } = context.globals;
    const assigned = await listArguments(lists);
    const { files, ignored } = await gatherFiles([...paths, ...assigned.files]);
    if (ignored > 0) context.output.note(`Ignored ${counted(ignored, 'file')} of other types.`);
    const { client } = await context.connect();
    const importFiles = (onlyPlan: boolean): Promise<ImportReport> =>
      client.importMetadata({
        ...{ repository, dryRun: onlyPlan, list: assigned.named, body: asUpload(files) },
        ...(id === undefined ? {} : { id }),
      });
    const replaced = dryRun ? [] : replacedBy(await importFiles(true));
    if (replaced.length > 0) await askBeforeReplacing(replaced, { paths, id, lists }, context);
    const report = await importFiles(dryRun);
    await (await context.printer()).list(importedOf(report), importedList(report));
    for (const line of noteLines(report)) context.output.note(line);
    for (const { set, property } of report.unknownProperties ?? []) {
      context.output.report(
        `Warning: the content model does not define the property ${property} of the set ${set}. Define it in own-dictionary.yaml.`,
      );
    }
    context.output.note(dryRun ? 'Dry run: nothing was imported.' : 'Import complete.');
    if (replaced.length > 0) {
      context.output.note('The server keeps the replaced files in its folder metadata-sets, as NAME.yaml.TIME.bak.');
    }
    return exitCodes.ok;
  },
});

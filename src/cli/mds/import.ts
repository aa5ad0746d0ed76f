import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { repository } from '../node-arguments/node.ts';
import { collect } from '../node-arguments/properties.ts';
import { requireConfirmation } from '../print/confirmation.ts';
import { shellWord } from '../print/shell-word.ts';
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
  /** A local file, or the id that a list gets. */
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
    `«${text}» does not say which list is for which property.`,
    '--list takes a property, =, and the file of a value list.',
    'Try: edu-repo mds import --list ccm:taxonid=discipline.ttl',
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

/** Lists that are files are brought like all others, and named as the repository gets to know them. */
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

/** What is there already and would be replaced; servers of before do not say whether it differs. A set that only gets lists was named by the caller, and stays otherwise. */
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
      question: `Replace ${names}? The files that are there are kept as copies.`,
      would: `There is already ${names}. Nothing was imported.`,
      again: `edu-repo mds import --yes ${[...options.paths, ...flags].map(shellWord).join(' ')}`,
    },
    context,
  );
}

/** `mds import` */
export const mdsImport = defineCommand<ImportFlags, ImportOptions>({
  examples: [
    {
      line: 'edu-repo mds import metadatasets/ --dry-run',
      does: 'only says what is understood, what is left out, and why',
    },
    {
      line: 'edu-repo mds import xml/mds.xml --id schule',
      does: 'a set in XML, with the value spaces and texts beside it',
    },
    {
      line: 'edu-repo mds import --list ccm:taxonid=discipline.ttl --id schule',
      does: 'a SKOS vocabulary, as the values of a property of a set that is there',
    },
  ],
  configure: (command) =>
    command
      .argument('[path...]', 'files or folders: XML of either form, SKOS in Turtle, YAML or JSON')
      .option('--id <id>', 'the id that the set gets; with --list and no set: the set that is there')
      .option('--list <property=file>', 'the value list of that file is for that property; repeat it', collect),
  readOptions(paths, { id, list = [] }) {
    if (paths.length + list.length === 0) {
      throw usageFailure('Nothing is named.', 'Neither a path nor --list is given.', 'Try: edu-repo help mds import');
    }
    return { paths, id, lists: list.map(readList) };
  },
  async run({ paths, id, lists }, context) {
    const { dryRun } = context.globals;
    const assigned = await listArguments(lists);
    const { files, ignored } = await gatherFiles([...paths, ...assigned.files]);
    if (ignored > 0) context.output.note(`${ignored} files of other kinds were passed over.`);
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
        `Warning: no content model names the property ${property} of the set ${set}. Name it in own-dictionary.yaml.`,
      );
    }
    context.output.note(dryRun ? 'Nothing was kept: this was a dry run.' : 'It is in force.');
    if (replaced.length > 0) {
      context.output.note(
        'Files that were replaced are kept beside the new ones in metadata-sets, as NAME.yaml.TIME.bak.',
      );
    }
    return exitCodes.ok;
  },
});

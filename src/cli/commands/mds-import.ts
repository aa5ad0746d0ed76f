import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemErrorCode } from '../../base/errors.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageFailure } from '../failure.ts';
import { asUpload, gatherFiles } from '../metadata-sets/gather-files.ts';
import { importedList, importedOf, noteLines } from '../metadata-sets/import-report.ts';
import { repository } from '../nodes/node.ts';
import { collect } from '../nodes/properties.ts';

interface ImportFlags {
  readonly id?: string;
  readonly list?: readonly string[];
}

interface GivenList {
  readonly property: string;
  /** A local file, or the id that a list gets. */
  readonly list: string;
}

interface ImportOptions {
  readonly paths: readonly string[];
  readonly id: string | undefined;
  readonly lists: readonly GivenList[];
}

function readList(text: string): GivenList {
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
async function broughtLists(lists: readonly GivenList[]) {
  const files: string[] = [];
  const named: string[] = [];
  for (const { property, list } of lists) {
    const isLocal = await isFile(list);
    if (isLocal) files.push(list);
    named.push(`${property}=${isLocal ? basename(list) : list}`);
  }
  return { files, named };
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
    const given = await broughtLists(lists);
    const { files, passedOver } = await gatherFiles([...paths, ...given.files]);
    if (passedOver > 0) context.output.note(`${passedOver} files of other kinds were passed over.`);
    const { client } = await context.connect();
    const report = await client.importMetadata({
      ...{ repository, dryRun, list: given.named, body: asUpload(files) },
      ...(id === undefined ? {} : { id }),
    });
    await (await context.printer()).list(importedOf(report), importedList(report));
    for (const line of noteLines(report)) context.output.note(line);
    context.output.note(dryRun ? 'Nothing was kept: this was a dry run.' : 'It is in force.');
    return exitCodes.ok;
  },
});

import { spreadsheetLine } from '../../base/csv.ts';
import { writeAtomically } from '../files/atomic-write.ts';
import { languageClients } from '../mds/in-language.ts';
import { byCaption, caselessCaption } from '../mds/properties-by-caption.ts';
import { defaultSet } from '../mds/values-of-lists.ts';
import type { MetadataSet } from '../mds/views.ts';
import { type NodeAddress, parseNodeAddress, writeNodeAddress } from '../node-arguments/address.ts';
import { findNode } from '../node-arguments/find-node.ts';
import { repository } from '../node-arguments/node.ts';
import { collect } from '../node-arguments/properties.ts';
import { shellWord } from '../print/shell-word.ts';
import { counted } from '../print/units.ts';
import type { ListView } from '../print/view.ts';
import { defineCommand } from '../program/command.ts';
import type { Context } from '../program/context.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { type Failure, usageFailure } from '../program/failure.ts';
import { alsoNamed } from '../program/old-names.ts';
import { cellOf } from './cell.ts';
import { type KnownProperties, knownProperties, pathField, propertyNamed, unknownProperty } from './columns.ts';
import { type FileBelow, filesBelow } from './files-below.ts';

interface ExportFlags {
  readonly property?: readonly string[];
  readonly mds?: string;
  readonly to?: string;
  readonly force?: true;
}

interface ExportOptions {
  readonly address: NodeAddress;
  /** Names or captions; empty for the properties in the form for materials. */
  readonly properties: readonly string[];
  readonly set: string;
  /** A local file; undefined for stdout. */
  readonly to: string | undefined;
  readonly force: boolean;
}

/** The form in which people describe materials. */
const materials = 'io';
const fileName = 'cm:name';

/** The properties in the form for materials, in its order, without the name, which is in the path. */
function propertiesInForm({ mds }: MetadataSet): string[] {
  const panels = mds.forms.filter(({ id }) => id === materials).flatMap((form) => form.panels);
  const names = panels.flatMap(({ properties }) => properties.map(({ name }) => name));
  return [...new Set(names)].filter((name) => name !== fileName);
}

/** A column of the table: a property with its header. */
interface ExportColumn {
  readonly property: string;
  readonly header: string;
  /** Whether `|` separates several values in a cell. */
  readonly several: boolean;
}

/**
 * The columns for the chosen properties, which have the names that `metadata import` takes. A caption is a header if it leads back to the
 * property. Throws a usage failure for an unknown name.
 */
function columnsFor(set: MetadataSet, chosen: readonly string[], known: KnownProperties): ExportColumn[] {
  const properties = byCaption(set.widgets);
  const captions = new Map(set.widgets.map(({ id, caption }) => [id, caption ?? id]));
  const headerOf = (property: string): string => {
    const caption = captions.get(property) ?? property;
    return properties.get(caselessCaption(caption)) === property ? caption : property;
  };
  const propertyOf = (name: string): string => {
    const property = propertyNamed(name, known);
    if (property === undefined) throw unknownProperty(name, known);
    return property;
  };
  const named = [...new Set(chosen.map(propertyOf))];
  return (named.length > 0 ? named : propertiesInForm(set)).map((property) => ({
    property,
    header: headerOf(property),
    several: known.several.has(property),
  }));
}

const viewOf = (columns: readonly ExportColumn[]): ListView<FileBelow> => ({
  columns: [
    { title: pathField, value: ({ path }) => path },
    ...columns.map(({ property, header, several }) => ({
      title: header,
      value: ({ node }: FileBelow) => cellOf(node, property, several),
    })),
  ],
  id: ({ node }) => node.ref.id,
  whole: (files) => ({ nodes: files.map(({ node }) => node) }),
});

/** With a byte order mark and `;` as delimiter, German spreadsheets open it as a table with correct umlauts. */
async function* spreadsheetOf(files: AsyncIterable<FileBelow>, { columns }: ListView<FileBelow>) {
  yield Buffer.from(
    `\ufeff${spreadsheetLine(
      columns.map(({ title }) => title),
      ';',
    )}\r\n`,
  );
  for await (const file of files) {
    yield Buffer.from(
      `${spreadsheetLine(
        columns.map(({ value }) => value(file)),
        ';',
      )}\r\n`,
    );
  }
}

async function* counting<T>(items: AsyncIterable<T>, count: { value: number }): AsyncGenerator<T> {
  for await (const item of items) {
    count.value += 1;
    yield item;
  }
}

const notWritten = (file: string): Failure =>
  usageFailure(
    `${file} is the name of a workbook.`,
    'The export is a CSV table, which spreadsheet programs open too.',
    `Use the name ${shellWord(file.replace(/\.\w+$/, '.csv'))}`,
  );

async function exportMetadata(options: ExportOptions, context: Context) {
  const { address, to, force } = options;
  if (to !== undefined && /\.(?:xlsx?|ods)$/i.test(to)) throw notWritten(to);
  const clients = await languageClients(context);
  const [client = (await context.connect()).client] = clients;
  const folder = await findNode(client, address);
  const set = await client.getMetadataSet({ repository, metadataset: options.set });
  const view = viewOf(columnsFor(set, options.properties, await knownProperties(clients, options.set)));
  const count = { value: 0 };
  const files = counting(filesBelow(client, folder.ref.id), count);
  if (to === undefined) {
    await (await context.printer()).list(files, view);
    return exitCodes.ok;
  }
  await writeAtomically(spreadsheetOf(files, view), to, force);
  context.output.note(`Wrote the metadata of ${counted(count.value, 'file')} to ${to}.`);
  context.output.note(
    `To store what you change there: edu-repo metadata import ${shellWord(to)} ${shellWord(writeNodeAddress(address))}`,
  );
  return exitCodes.ok;
}

export const metadataExport = defineCommand<ExportFlags, ExportOptions>({
  examples: [
    { line: 'edu-repo metadata export /Mathe --to mathe.csv', does: 'write a table that a spreadsheet program opens' },
    {
      line: 'edu-repo metadata export /Mathe --property Titel --property Lizenz -o csv',
      does: 'print two properties as CSV',
    },
  ],
  configure: (command) =>
    alsoNamed(
      command
        .argument('[folder]', 'folder in the repository (default: your home folder)')
        .option(
          '--property <name>',
          'name or caption of a property; repeatable (default: the properties in the form for materials)',
          collect,
        )
        .option('--mds <set>', 'metadata set with the form and the captions (default: the default set)'),
      '--metadata-set',
    )
      .option('--to <file>', 'write a table for spreadsheet programs to this file instead of stdout')
      .option('--force', 'overwrite an existing file'),
  readOptions: ([folder = '~'], flags) => ({
    address: parseNodeAddress(folder),
    properties: flags.property ?? [],
    set: flags.mds ?? defaultSet,
    to: flags.to === '-' ? undefined : flags.to,
    force: flags.force === true,
  }),
  nodes: ({ address }) => [address],
  run: exportMetadata,
});

import { nearestOf } from '../../base/nearest.ts';
import type { Client } from '../../client/client.ts';
import { contentModelOf } from '../mds/content-model.ts';
import { byCaption, caselessCaption, widgetsOf } from '../mds/properties-by-caption.ts';
import { shellWord } from '../print/shell-word.ts';
import { usageFailure } from '../program/failure.ts';
import { bare } from '../tables/folded.ts';

/** The word for the column with the paths in `--column` and in the header of an exported table. */
export const pathField = 'path';

/** A column with the values of a property. */
export interface PropertyColumn {
  /** From 0. */
  readonly at: number;
  readonly header: string;
  readonly property: string;
  /** Whether `|` separates several values in a cell. */
  readonly several: boolean;
}

/** The columns of a metadata table. */
export interface MetadataColumns {
  /** The column with the paths, from 0. */
  readonly path: number;
  readonly properties: readonly PropertyColumn[];
}

/** Headers with what their columns contain: `path`, a property, or nothing if the column is ignored. */
export type ColumnFlags = ReadonlyMap<string, string>;

/** Parses `header=property` arguments. */
export function readColumnFlags(pairs: readonly string[]): ColumnFlags {
  const flags = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.lastIndexOf('=');
    if (equals < 1) {
      throw usageFailure(
        `"${pair}" does not name a column.`,
        'Write HEADER=PROPERTY, HEADER=path for the column with the paths, or HEADER= to ignore a column.',
        "For example: --column 'Überschrift=cclom:title'",
      );
    }
    flags.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim());
  }
  return flags;
}

/** The German and English headers of the column with the paths, normalized by `bare`, the clearest first. */
const pathHeaders = ['path', 'pfad', 'file', 'datei', 'filename', 'dateiname'];

/** The column with the paths, from 0; undefined if no header names it. */
export function pathColumn(headers: readonly string[], flags: ColumnFlags): number | undefined {
  const assigned = headers.findIndex((header) => flags.get(header.trim()) === pathField);
  if (assigned >= 0) return assigned;
  const free = headers.map((header) => (flags.has(header.trim()) ? '' : bare(header)));
  const name = pathHeaders.find((candidate) => free.includes(candidate));
  return name === undefined ? undefined : free.indexOf(name);
}

/** What headers can mean. */
export interface KnownProperties {
  /** The properties of the content model and of the metadata set. */
  readonly names: ReadonlySet<string>;
  /** Properties by their captions in all languages, as `caselessCaption` returns them. */
  readonly byCaption: ReadonlyMap<string, string>;
  /** The properties with several values in a cell. A text of several lines may contain `|` and is one value. */
  readonly several: ReadonlySet<string>;
}

/** Headers of lists, as `caselessCaption` returns them, besides the captions of the metadata set. */
const headerSynonyms: readonly (readonly [property: string, headers: readonly string[]])[] = [
  ['cclom:title', ['titel', 'title', 'name', 'bezeichnung', 'überschrift']],
  ['cclom:general_description', ['beschreibung', 'description', 'inhalt', 'zusammenfassung', 'summary', 'abstract']],
  ['cclom:general_keyword', ['schlagwort', 'schlagworte', 'stichwort', 'stichworte', 'stichwörter', 'keyword', 'tags']],
  ['cclom:general_language', ['sprache', 'language', 'lang']],
  ['ccm:wwwurl', ['url', 'link', 'adresse', 'internetadresse', 'webseite', 'website', 'web', 'homepage', 'address']],
  [
    'ccm:author_freetext',
    ['autor', 'autorin', 'autoren', 'autor/in', 'autor*in', 'verfasser', 'author', 'authors', 'creator'],
  ],
  ['ccm:commonlicense_key', ['lizenz', 'license', 'licence', 'rechte']],
  ['ccm:taxonid', ['fach', 'fächer', 'unterrichtsfach', 'schulfach', 'subject', 'subjects']],
  ['ccm:educationalcontext', ['bildungsstufe', 'bildungsbereich', 'schulstufe', 'stufe', 'level', 'educational level']],
  ['ccm:educationallearningresourcetype', ['materialart', 'materialtyp', 'art', 'typ', 'type', 'resource type']],
];

const longText = 'textarea';

/** The types of widgets for several values. A server may lack the content model. */
const severalValues = /^(?:multi.*|checkbox.*)$/i;

/** Asks the server, in the languages of the clients. */
export async function knownProperties(clients: readonly Client[], metadataset: string): Promise<KnownProperties> {
  const captions = new Map<string, string>();
  const long = new Set<string>();
  const several = new Set<string>();
  for (const client of clients) {
    const widgets = await widgetsOf(client, metadataset);
    for (const [caption, property] of byCaption(widgets)) {
      // Other widgets are criteria of searches, such as the media type.
      if (property.includes(':') && !captions.has(caption)) captions.set(caption, property);
    }
    for (const { id, type } of widgets) {
      if (type === longText) long.add(id);
      if (severalValues.test(type ?? '')) several.add(id);
    }
  }
  for (const [property, headers] of headerSynonyms) {
    for (const header of headers) if (!captions.has(header)) captions.set(header, property);
  }
  const model = clients[0] === undefined ? [] : ((await contentModelOf(clients[0]))?.properties ?? []);
  return {
    names: new Set([...model.map(({ name }) => name), ...captions.values()]),
    byCaption: captions,
    several: new Set([...several, ...model.flatMap(({ name, list }) => (list && !long.has(name) ? [name] : []))]),
  };
}

const nearestName = (name: string, known: KnownProperties): string =>
  nearestOf([...known.byCaption.keys(), ...known.names], caselessCaption(name));

/** The failure for an option that names no property. */
export const unknownProperty = (name: string, known: KnownProperties) =>
  usageFailure(
    `No property is called "${name}".`,
    `A property has a name, such as cclom:title, and captions in the metadata set; the nearest is ${nearestName(name, known)}.`,
    'To list the properties of the metadata set: edu-repo mds get',
  );

/** The failure for a header or a mapping that names no property. */
export const unknownHeader = (header: string, known: KnownProperties) =>
  usageFailure(
    `No property is called "${header}".`,
    `A header is the name or caption of a property, such as ${nearestName(header, known)}.`,
    `To say what the column contains: --column ${shellWord(`${header}=PROPERTY`)}; to ignore it: --column ${shellWord(`${header}=`)}`,
  );

/** The property with this name or caption, or with a synonym as a header; undefined if there is none. */
export function propertyNamed(named: string, known: KnownProperties): string | undefined {
  const property = known.byCaption.get(caselessCaption(named)) ?? named;
  // The server may store properties that neither the content model nor the set defines, but not without a namespace.
  return known.names.has(property) || property.includes(':') ? property : undefined;
}

/** The property that a header names; undefined if the column is ignored. Throws a usage failure for an unknown header. */
function propertyOf(header: string, flags: ColumnFlags, known: KnownProperties): string | undefined {
  const named = flags.get(header) ?? header;
  if (named === '') return undefined;
  const property = propertyNamed(named, known);
  if (property === undefined) throw unknownHeader(header, known);
  return property;
}

const sameProperty = (column: PropertyColumn, other: PropertyColumn) =>
  usageFailure(
    `Two columns contain ${column.property}: "${other.header}" and "${column.header}".`,
    'Each property can have only one column. Values in one cell are separated by |.',
    `To ignore one of them: --column ${shellWord(`${column.header}=`)}`,
  );

/** Throws a usage failure if a column that the user names is missing. */
export function requireHeaders(flags: ColumnFlags, headers: readonly string[]): void {
  const missing = [...flags.keys()].find((header) => !headers.some((text) => text.trim() === header));
  if (missing === undefined) return;
  throw usageFailure(
    `The table has no column "${missing}".`,
    `Its headers are: ${headers.join(' | ')}.`,
    'Correct --column: it takes a header as it is written in the table',
  );
}

const noProperties = usageFailure(
  'The table has no columns besides the paths.',
  'It needs columns with the names or captions of properties, such as Titel or ccm:taxonid.',
  'To see a table with all columns: edu-repo metadata export',
);

/**
 * The columns with properties, at least one. Throws a usage failure for a table without any, for an unknown header, and for two
 * columns of one property.
 */
export function propertyColumns(
  headers: readonly string[],
  path: number,
  flags: ColumnFlags,
  known: KnownProperties,
): PropertyColumn[] {
  requireHeaders(flags, headers);
  const columns: PropertyColumn[] = [];
  for (const [at, text] of headers.entries()) {
    const header = text.trim();
    const property = at === path ? undefined : propertyOf(header, flags, known);
    if (property === undefined) continue;
    const column = { at, header, property, several: known.several.has(property) };
    const other = columns.find((candidate) => candidate.property === property);
    if (other !== undefined) throw sameProperty(column, other);
    columns.push(column);
  }
  if (columns.length === 0) throw noProperties;
  return columns;
}

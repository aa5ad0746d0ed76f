import { badRequest } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { createMetadataCatalog, type MetadataCatalog } from '../../domain/metadata/metadata-catalog.ts';
import { propertiesIn } from '../../domain/metadata/metadata-fields.ts';
import { setProblems } from '../../domain/metadata/metadata-problems.ts';
import type { MetadataCollection, MetadataSet } from '../../domain/metadata/metadata-set.ts';
import { type Attachment, attachedList, withAttached } from '../../domain/metadata-import/attaching.ts';
import { type ImportFile, kindOf } from '../../domain/metadata-import/import-file.ts';
import type { ImportResult, ReadSet } from '../../domain/metadata-import/import-result.ts';
import { requireUniqueIds, withId } from '../../domain/metadata-import/naming.ts';
import { createNotes, type ImportNote, type Notes } from '../../domain/metadata-import/notes.ts';
import { readOwnFiles } from '../../domain/metadata-import/own-files.ts';
import { valueListsOf } from '../../domain/metadata-import/set-fields.ts';
import { statementProblems } from '../../domain/metadata-import/statement-check.ts';
import { isSystemProperty } from '../../domain/nodes/system-properties.ts';
import type { QueryContext } from '../../domain/query/query-fields.ts';
import type { ImportedTexts } from '../../ports/metadata-sets.ts';
import type { MetadataTexts } from '../../ports/metadata-texts.ts';
import type { Seams } from '../../ports/seams.ts';
import { unknownName } from './metadata-sets.ts';
import type { QueryContexts } from './query-contexts.ts';

interface ImportRequest {
  readonly files: readonly ImportFile[];
  /**
   * The ID for the single set or value list in the files. If the files hold no set and value lists are attached to
   * properties, it names an existing set.
   */
  readonly id: string | undefined;
  /** Value lists for properties. Property names may be short or long. */
  readonly attachments: readonly Attachment[];
  /** Only report what the import would do. */
  readonly dryRun: boolean;
}

export interface ImportReport extends ImportResult {
  readonly notes: readonly ImportNote[];
  /** The number of notes beyond the maximum, which are not listed. */
  readonly moreNotes: number;
  /** The sets and value lists before the import. */
  readonly before: MetadataCatalog;
  readonly differing: Differing;
  /** Values of these properties are stored as text, and every response to a call that sets one contains a warning. */
  readonly unknownProperties: readonly UnknownProperty[];
}

/** The IDs of existing sets and value lists that the import changes. */
interface Differing {
  readonly sets: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/** A property that a set uses and that the content model does not define. */
interface UnknownProperty {
  readonly set: string;
  readonly property: string;
}

/** Imports and exports whole metadata sets. The API admits only administrators. */
export interface MetadataImportService {
  /**
   * Imports metadata sets and value lists from files of any supported format: all or nothing. Rejects with `BadRequest` if a
   * file cannot be read or the files hold neither a set nor a value list.
   */
  import(caller: Caller, request: ImportRequest): Promise<ImportReport>;
  /** A set without what it inherits, with its value lists, as YAML. Rejects with `BadRequest` if the set is unknown. */
  export(id: string): Promise<{ readonly id: string; readonly text: AsyncIterable<string> }>;
}

const collectionOf = ({ sets, lists }: ImportResult): MetadataCollection => ({
  sets: sets.map(({ set }) => set),
  valueLists: lists.map(({ list }) => list),
});

const textsOf = ({ sets, lists }: ImportResult): ImportedTexts => ({
  sets: new Map(sets.flatMap(({ set, text }) => (text === undefined ? [] : [[set.id, text] as const]))),
  valueLists: new Map(lists.flatMap(({ list, text }) => (text === undefined ? [] : [[list.id, text] as const]))),
});

const replaced = <T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] => [
  ...new Map([...before, ...after].map((value) => [value.id, value])).values(),
];

/** The set as written in its file, without what it inherits. */
function writtenSet(catalog: MetadataCatalog, id: string): MetadataSet {
  const resolved = catalog.find(id);
  const written = catalog.written.sets.find((set) => set.id === resolved?.id);
  if (written === undefined) throw unknownName('metadata set', id, catalog.names);
  return written;
}

/** Names without a namespace are search criteria, not properties. */
const unknownProperties = ({ sets }: ImportResult, { properties, shortName }: ContentModel): UnknownProperty[] =>
  sets.flatMap(({ set }) =>
    propertiesIn(set)
      .filter((property) => /[:{]/.test(property) && !isSystemProperty(property))
      .filter((property) => !properties.has(shortName(property) ?? property))
      .map((property) => ({ set: set.id, property })),
  );

async function textOf(texts: MetadataTexts, collection: Partial<MetadataCollection>): Promise<string> {
  let text = '';
  for await (const chunk of texts.write({ sets: [], valueLists: [], ...collection })) text += chunk;
  return text;
}

/** The IDs of the values whose text differs from that of the existing value with the same ID. */
async function differingIds<T extends { readonly id: string }>(
  existing: readonly T[],
  imported: readonly T[],
  writtenText: (value: T) => Promise<string>,
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const value of imported) {
    const before = existing.find(({ id }) => id === value.id);
    if (before !== undefined && (await writtenText(before)) !== (await writtenText(value))) ids.add(value.id);
  }
  return ids;
}

/** The set to which the value lists are attached: the imported one, or an existing one. */
function attachmentTarget({ sets }: ImportResult, id: string | undefined, catalog: MetadataCatalog): ReadSet {
  const [set, other] = sets;
  if (other !== undefined) {
    throw badRequest(
      'Value lists can be attached to the properties of one metadata set only. Import the sets one by one.',
    );
  }
  return set ?? { file: '', form: 'edu-repo', set: writtenSet(catalog, id ?? '-default-') };
}

/** Attaches the requested value lists to properties of the set. */
function withAttachments(
  imported: ImportResult,
  { attachments, id }: ImportRequest,
  catalog: MetadataCatalog,
  shortName: ContentModel['shortName'],
): ImportResult {
  if (attachments.length === 0) return imported;
  const { set, ...from } = attachmentTarget(imported, id, catalog);
  const chosen = attachments.map((attachment) => ({
    property: shortName(attachment.property) ?? attachment.property,
    list: attachedList(attachment, imported.lists).list.id,
  }));
  const lists = imported.lists.map((read) => {
    const property = read.list.property ?? chosen.find(({ list }) => list === read.list.id)?.property;
    return property === undefined ? read : { ...read, list: { ...read.list, property } };
  });
  const attached = chosen.reduce((made, { property, list }) => withAttached(made, property, list), set);
  return { sets: [{ ...from, set: attached }], lists };
}

function withRequestedId(imported: ImportResult, { id, attachments }: ImportRequest): ImportResult {
  const isForExisting = imported.sets.length === 0 && attachments.length > 0;
  return id === undefined || isForExisting ? imported : withId(imported, id);
}

function requireSomething({ sets, lists }: ImportResult, files: readonly ImportFile[]): void {
  if (sets.length + lists.length > 0) return;
  const uploaded = files.filter(({ beside }) => !beside);
  const known = uploaded.filter((file) => kindOf(file) !== 'none').length;
  throw badRequest(
    `The upload contains no metadata set and no value list (${uploaded.length} files, ${known} of them XML, Turtle, YAML, JSON or properties). Nothing was imported. Upload at least one file that defines a metadata set or value list.`,
  );
}

/** Adds notes about the imported sets: conflicts and missing references after the merge, and statements that cannot be parsed. */
function noteProblems(imported: ImportResult, before: MetadataCatalog, queryContext: QueryContext, notes: Notes): void {
  const { sets, valueLists } = collectionOf(imported);
  const after = {
    sets: replaced(before.written.sets, sets),
    valueLists: replaced(before.written.valueLists, valueLists),
  };
  const files = new Map(imported.sets.map(({ set, file }) => [set.id, file]));
  for (const { set, message } of setProblems(after, createMetadataCatalog(after).sets)) {
    const file = files.get(set);
    if (file !== undefined) notes.add(file, null, 'unusable', message);
  }
  for (const { set, file } of imported.sets) {
    for (const message of statementProblems(set, queryContext)) notes.add(file, null, 'unusable', message);
  }
}

interface Dependencies extends Pick<Seams, 'metadataSets' | 'metadataTexts' | 'readForeignFiles'> {
  readonly contentModel: ContentModel;
  readonly queryContexts: QueryContexts;
}

interface PendingImport {
  readonly files: ImportResult;
  readonly request: ImportRequest;
  readonly queryContext: QueryContext;
}

async function readFiles(
  { metadataTexts, readForeignFiles, contentModel: { shortName } }: Dependencies,
  { files, id }: ImportRequest,
  notes: Notes,
): Promise<ImportResult> {
  const own = await readOwnFiles(files, metadataTexts.read);
  const takenIds = new Set(own.lists.map(({ list }) => list.id));
  // If there are several sets, `withRequestedId` rejects the ID.
  const foreignId = own.sets.length === 0 ? id : undefined;
  const foreign = await readForeignFiles(files, { notes, shortName, id: foreignId, takenIds });
  return { sets: [...own.sets, ...foreign.sets], lists: [...own.lists, ...foreign.lists] };
}

/** Checks the files against the current catalog. Resolves to the collection to store and the report. */
async function prepareImport(
  { metadataTexts, contentModel }: Dependencies,
  { files, request, queryContext }: PendingImport,
  before: MetadataCatalog,
  notes: Notes,
) {
  const imported = withAttachments(withRequestedId(files, request), request, before, contentModel.shortName);
  requireUniqueIds(imported);
  noteProblems(imported, before, queryContext, notes);
  const collection = collectionOf(imported);
  // Throws if the collection cannot be written, before anything is changed.
  for await (const _ of metadataTexts.write(collection));
  const { sets, valueLists } = before.written;
  const differing = {
    sets: await differingIds(sets, collection.sets, (set) => textOf(metadataTexts, { sets: [set] })),
    lists: await differingIds(valueLists, collection.valueLists, (list) =>
      textOf(metadataTexts, { valueLists: [list] }),
    ),
  };
  const result = { ...imported, unknownProperties: unknownProperties(imported, contentModel), differing, before };
  return { collection, texts: textsOf(imported), result };
}

export function createMetadataImportService(dependencies: Dependencies): MetadataImportService {
  const { metadataSets, metadataTexts, queryContexts } = dependencies;
  return {
    async import(caller, request) {
      const notes = createNotes();
      const files = await readFiles(dependencies, request, notes);
      requireSomething(files, request.files);
      const queryContext = await queryContexts(caller);
      const prepare = (before: MetadataCatalog) =>
        prepareImport(dependencies, { files, request, queryContext }, before, notes);
      const result = request.dryRun
        ? (await prepare(await metadataSets.current())).result
        : await metadataSets.change(prepare);
      return { ...result, notes: notes.all(), moreNotes: notes.more() };
    },
    async export(id) {
      const catalog = await metadataSets.current();
      const set = writtenSet(catalog, id);
      const valueLists = valueListsOf(set).flatMap((list) => catalog.valueLists.get(list) ?? []);
      return { id: set.id, text: metadataTexts.write({ sets: [set], valueLists }) };
    },
  };
}

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
import type { ImportedTexts } from '../../ports/metadata-sets.ts';
import type { Seams } from '../../ports/seams.ts';
import { unknownName } from './metadata-sets.ts';
import type { QueryContexts } from './query-contexts.ts';

export interface ImportRequest {
  readonly files: readonly ImportFile[];
  /**
   * The id for the one set that was brought, or for the one value list; where lists are given to properties and no set was
   * brought, the set that is there already.
   */
  readonly id: string | undefined;
  /** Value lists for properties, by the names of properties in either form. */
  readonly attachments: readonly Attachment[];
  /** Only tells what would come of it. */
  readonly dryRun: boolean;
}

/** What came, or would come, of an import. */
export interface ImportReport extends ImportResult {
  readonly notes: readonly ImportNote[];
  /** Places that the notes leave out, since there are too many. */
  readonly moreNotes: number;
  /** What was in force before. */
  readonly before: MetadataCatalog;
  readonly differing: Differing;
  /** What is put there is kept as text, and each call that puts it is warned. */
  readonly unknownProperties: readonly UnknownProperty[];
}

/** The ids of sets and value lists that were there before and said something else. */
export interface Differing {
  readonly sets: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/** A property that a set has and no content model names. */
export interface UnknownProperty {
  readonly set: string;
  readonly property: string;
}

/** The way in and out for whole metadata sets. Only administrators come here (the operations say so). */
export interface MetadataImportService {
  /**
   * Takes in metadata sets and value lists from files of any form, in one step. Rejects with `BadRequest`, and changes
   * nothing, where a file cannot be read, or nothing is in the files.
   */
  import(caller: Caller, request: ImportRequest): Promise<ImportReport>;
  /** A set as it was written, and the value lists it refers to, in our own form. An unknown set is a `BadRequest`. */
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

function writtenSet(catalog: MetadataCatalog, id: string): MetadataSet {
  const found = catalog.find(id);
  const written = catalog.written.sets.find((set) => set.id === found?.id);
  if (written === undefined) throw unknownName('metadata set', id, catalog.names);
  return written;
}

export function createMetadataImportService(
  { metadataSets, metadataTexts, readForeignFiles }: Pick<Seams, 'metadataSets' | 'metadataTexts' | 'readForeignFiles'>,
  dictionary: ContentModel,
  queryContexts: QueryContexts,
): MetadataImportService {
  const { shortName } = dictionary;

  /** By set, in the order of the set. What has no namespace is a criterion of a search, and no property. */
  const unknownProperties = ({ sets }: ImportResult): UnknownProperty[] =>
    sets.flatMap(({ set }) =>
      propertiesIn(set)
        .filter((property) => /[:{]/.test(property) && !isSystemProperty(property))
        .filter((property) => !dictionary.properties.has(shortName(property) ?? property))
        .map((property) => ({ set: set.id, property })),
    );

  const textOf = async (collection: MetadataCollection): Promise<string> => {
    let text = '';
    for await (const piece of metadataTexts.write(collection)) text += piece;
    return text;
  };

  /** The ids of those of which something else is there already. */
  const differing = async ({ sets, lists }: ImportResult, { written }: MetadataCatalog): Promise<Differing> => {
    const ids = { sets: new Set<string>(), lists: new Set<string>() };
    for (const { set } of sets) {
      const before = written.sets.find(({ id }) => id === set.id);
      if (before === undefined) continue;
      const [was, is] = [
        { sets: [before], valueLists: [] },
        { sets: [set], valueLists: [] },
      ];
      if ((await textOf(was)) !== (await textOf(is))) ids.sets.add(set.id);
    }
    for (const { list } of lists) {
      const before = written.valueLists.find(({ id }) => id === list.id);
      if (before === undefined) continue;
      const [was, is] = [
        { sets: [], valueLists: [before] },
        { sets: [], valueLists: [list] },
      ];
      if ((await textOf(was)) !== (await textOf(is))) ids.lists.add(list.id);
    }
    return ids;
  };

  const understand = async (files: readonly ImportFile[], notes: Notes, id: string | undefined) => {
    const own = await readOwnFiles(files, metadataTexts.read);
    const takenIds = new Set(own.lists.map(({ list }) => list.id));
    // A set that is not alone gets no other id, and is told so below.
    const foreignId = own.sets.length === 0 ? id : undefined;
    const foreign = await readForeignFiles(files, { notes, shortName, id: foreignId, takenIds });
    return { sets: [...own.sets, ...foreign.sets], lists: [...own.lists, ...foreign.lists] };
  };

  /** The set that gets value lists for its properties: the one that was brought, or one that is there. */
  const setToAttachTo = ({ sets }: ImportResult, id: string | undefined, catalog: MetadataCatalog): ReadSet => {
    const [set, other] = sets;
    if (other !== undefined) {
      throw badRequest(
        'Value lists can be given to the properties of one metadata set only: import the sets one by one.',
      );
    }
    return set ?? { file: '', form: 'edu-repo', set: writtenSet(catalog, id ?? '-default-') };
  };

  const attach = (found: ImportResult, { attachments, id }: ImportRequest, catalog: MetadataCatalog): ImportResult => {
    if (attachments.length === 0) return found;
    const { set, ...from } = setToAttachTo(found, id, catalog);
    const chosen = attachments.map((attachment) => ({
      property: shortName(attachment.property) ?? attachment.property,
      list: attachedList(attachment, found.lists).list.id,
    }));
    const lists = found.lists.map((read) => {
      const property = read.list.property ?? chosen.find(({ list }) => list === read.list.id)?.property;
      return property === undefined ? read : { ...read, list: { ...read.list, property } };
    });
    return {
      sets: [{ ...from, set: chosen.reduce((made, { property, list }) => withAttached(made, property, list), set) }],
      lists,
    };
  };

  const named = (found: ImportResult, { id, attachments }: ImportRequest): ImportResult => {
    const isForExisting = found.sets.length === 0 && attachments.length > 0;
    return id === undefined || isForExisting ? found : withId(found, id);
  };

  const requireSomething = ({ sets, lists }: ImportResult, files: readonly ImportFile[]): void => {
    if (sets.length + lists.length > 0) return;
    const brought = files.filter(({ beside }) => !beside);
    const known = brought.filter((file) => kindOf(file) !== 'none').length;
    throw badRequest(
      `No metadata set and no vocabulary is in what was brought (${brought.length} files, ${known} of them XML, Turtle, YAML, JSON or properties). Nothing was imported.`,
    );
  };

  /** Tells what does not fit together once all is in force. */
  const tellMisfits = (found: ImportResult, before: MetadataCatalog, caller: Caller, notes: Notes): void => {
    const brought = collectionOf(found);
    const after = {
      sets: replaced(before.written.sets, brought.sets),
      valueLists: replaced(before.written.valueLists, brought.valueLists),
    };
    const files = new Map(found.sets.map(({ set, file }) => [set.id, file]));
    for (const { set, message } of setProblems(after, createMetadataCatalog(after).sets)) {
      const file = files.get(set);
      if (file !== undefined) notes.add(file, null, 'unusable', message);
    }
    for (const { set, file } of found.sets) {
      for (const message of statementProblems(set, queryContexts(caller))) notes.add(file, null, 'unusable', message);
    }
  };

  /** Writes it into nowhere: what cannot be written is told before anything is changed. */
  const requireWritable = async (collection: MetadataCollection): Promise<void> => {
    for await (const _ of metadataTexts.write(collection));
  };

  return {
    async import(caller, request) {
      const notes = createNotes();
      const understood = await understand(request.files, notes, request.id);
      requireSomething(understood, request.files);
      const ready = async (before: MetadataCatalog) => {
        const found = attach(named(understood, request), request, before);
        requireUniqueIds(found);
        tellMisfits(found, before, caller, notes);
        const collection = collectionOf(found);
        await requireWritable(collection);
        const told = { unknownProperties: unknownProperties(found), differing: await differing(found, before) };
        return { collection, texts: textsOf(found), result: { ...found, ...told, before } };
      };
      const come = request.dryRun
        ? (await ready(await metadataSets.current())).result
        : await metadataSets.change(ready);
      return { ...come, notes: notes.all(), moreNotes: notes.more() };
    },
    async export(id) {
      const catalog = await metadataSets.current();
      const set = writtenSet(catalog, id);
      const valueLists = valueListsOf(set).flatMap((list) => catalog.valueLists.get(list) ?? []);
      return { id: set.id, text: metadataTexts.write({ sets: [set], valueLists }) };
    },
  };
}

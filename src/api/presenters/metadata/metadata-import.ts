import type { z } from 'zod';
import type { MetadataImport } from '../../../contract/objects/metadata-import.ts';
import type { ReadList, ReadSet } from '../../../domain/metadata-import/import-result.ts';
import type { ImportReport } from '../../../services/metadata/metadata-imports.ts';

type Presented = z.output<typeof MetadataImport>;

function presentSet(
  { set, file, form }: ReadSet,
  known: ReadonlySet<string>,
  differing: ReadonlySet<string>,
): Presented['sets'][number] {
  const queries = set.queries?.queries ?? [];
  return {
    id: set.id,
    file,
    form,
    replaces: known.has(set.id),
    differs: differing.has(set.id),
    types: set.types?.length ?? 0,
    fields: set.fields?.length ?? 0,
    forms: set.forms?.length ?? 0,
    views: set.views?.length ?? 0,
    groups: set.groups?.length ?? 0,
    lists: set.lists?.length ?? 0,
    sorts: set.sorts?.length ?? 0,
    queries: queries.length,
    criteria: queries.reduce((count, { criteria }) => count + criteria.length, 0),
  };
}

function presentList(
  { list, file, form }: ReadList,
  replaces: boolean,
  differs: boolean,
): Presented['valueLists'][number] {
  const languages = new Set<string>();
  let below = 0;
  for (const { caption, parent } of list.entries) {
    for (const language of caption?.keys() ?? []) languages.add(language);
    if (parent !== undefined) below += 1;
  }
  const entries = list.entries.length;
  return { id: list.id, file, form, replaces, differs, entries, languages: [...languages].sort(), below };
}

/** The result of an import: counts of what it read, and its notes. */
export function presentImport(report: ImportReport, dryRun: boolean): Presented {
  const { sets, lists, notes, moreNotes, before, differing, unknownProperties } = report;
  const known = new Set(before.sets.map(({ id }) => id));
  return {
    dryRun,
    sets: sets.map((set) => presentSet(set, known, differing.sets)),
    valueLists: lists.map((read) =>
      presentList(read, before.valueLists.has(read.list.id), differing.lists.has(read.list.id)),
    ),
    notes: notes.map((note) => ({ ...note, lines: [...note.lines] })),
    moreNotes,
    unknownProperties: [...unknownProperties],
  };
}

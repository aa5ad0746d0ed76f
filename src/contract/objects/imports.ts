import { z } from 'zod';
import { DateTime } from './common.ts';

/** The kinds of files that an import takes. */
export const importKinds = [
  ...(['list', 'amb', 'lom', 'oai_dc', 'scorm', 'common-cartridge', 'ims'] as const),
  ...(['h5p', 'epub', 'moodle', 'bagit', 'zip'] as const),
] as const;

export const importChoices = ['update', 'skip', 'version', 'rename', 'fail'] as const;

const count = z.number().int().nonnegative();

const ImportProblem = z.strictObject({
  severity: z.enum(['error', 'warning']).describe('An item with an error is not stored.'),
  column: z.string().nullable().describe('The header of the column, or the name of the element; null: the whole item.'),
  why: z.string(),
  next: z.string().nullable().describe('What the person can do; null if `why` says it.'),
});

const ImportItem = z.strictObject({
  result: z.enum(['created', 'changed', 'alreadyThere', 'skipped', 'failed']),
  where: z.string().describe('Where it stands in the file, such as `row 12`.'),
  node: z.string().nullable().describe('The ID of its node; null if there is none.'),
  name: z.string().describe('The name of its node.'),
  title: z.string(),
  link: z.string(),
  file: z.string(),
  type: z.string(),
  licence: z.string(),
  problems: z.array(ImportProblem),
});

/** What an import did, or would do. */
const ImportReport = z.strictObject({
  outcome: z
    .enum(['done', 'partly', 'failed'])
    .describe('`partly`: some items failed. `failed`: the import did not come to its end.'),
  reason: z.string().nullable().describe('Why it failed; null if it came to its end.'),
  kind: z.string().nullable().describe('What the file was recognised as; null if it was not.'),
  understoodAs: z.string().nullable().describe('The same in words, with facts such as the number of rows.'),
  total: count.describe('The number of items.'),
  counts: z.strictObject({
    created: count,
    changed: count,
    alreadyThere: count,
    skipped: count,
    failed: count,
    warnings: count.describe('Those of the others that were stored without some of their values.'),
  }),
  items: z.array(ImportItem).describe('The first 20 items.'),
  problems: z.array(ImportItem).describe('The first 100 items with problems.'),
});

/** A file that a person imports. */
export const FileImport = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  parent: z.string().describe('The ID of the folder.'),
  kind: z.enum(importKinds).nullable().describe('The kind that was chosen; null: recognised by its content.'),
  ifExists: z.enum(importChoices),
  state: z
    .enum(['checking', 'checked', 'importing', 'imported'])
    .describe('`checking` and `importing` change by themselves.'),
  done: count.describe('The number of items that the run in progress has dealt with, or the last run.'),
  report: ImportReport.nullable().describe(
    'What the import would do, and when it is `imported`, what it did; null during the check.',
  ),
  expires: DateTime.nullable().describe('When the file and the report are removed; null while they are in use.'),
});

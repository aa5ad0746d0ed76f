import { z } from 'zod';

const file = z.string().describe('The name of the uploaded file.');

const form = z
  .enum(['xml', 'value-space', 'skos', 'edu-repo'])
  .describe(
    'The format of the file. `xml`: a metadata set in XML; `value-space`: value lists in XML; `skos`: a vocabulary in Turtle; `edu-repo`: YAML or JSON.',
  );

const replaces = z.boolean().describe('Whether it replaces an existing set or list with the same ID.');

const differs = z.boolean().describe('Whether it differs from the set or list that it replaces.');

const count = z.int().nonnegative();

/** One line of an upload with several files: a file or a part of one. */
export const ImportedPiece = z.strictObject({
  name: z.string().min(1).max(1000),
  base64: z.base64(),
  beside: z.boolean().default(false),
});

/** The result of an import of metadata sets. Specific to edu-repo. */
export const MetadataImport = z.strictObject({
  dryRun: z.boolean().describe('Whether the import was only simulated.'),
  sets: z.array(
    z.strictObject({
      id: z.string(),
      file,
      form,
      replaces,
      differs,
      types: count,
      fields: count,
      forms: count,
      views: count,
      groups: count,
      lists: count,
      sorts: count,
      queries: count,
      criteria: count,
    }),
  ),
  valueLists: z.array(
    z.strictObject({
      id: z.string(),
      file,
      form,
      replaces,
      differs,
      entries: count,
      languages: z.array(z.string()).describe('The languages of the captions; `und`: unknown.'),
      below: count.describe('The number of entries with a parent entry.'),
    }),
  ),
  notes: z
    .array(
      z.strictObject({
        file,
        lines: z.array(z.int().positive()).describe('Line numbers; empty for a note about the whole file.'),
        kind: z
          .enum(['left-out', 'unknown', 'changed', 'unusable'])
          .describe(
            '`left-out`: not imported, because edu-repo has no equivalent or the value is invalid, incomplete or a duplicate; `unknown`: not imported, because the element or attribute is unknown; `changed`: converted or repaired; `unusable`: imported, but does not work until it is corrected.',
          ),
        message: z.string(),
      }),
    )
    .describe('What was not imported unchanged, and why.'),
  unknownProperties: z
    .array(z.strictObject({ set: z.string(), property: z.string() }))
    .describe('Properties of the sets that are not in the content model. Their values are stored as text.'),
  moreNotes: count.describe('The number of further lines with a note, which are omitted because there are too many.'),
});

import { z } from 'zod';

const file = z.string().describe('The file it stands in, by the name under which it was brought.');

const form = z
  .enum(['xml', 'value-space', 'skos', 'edu-repo'])
  .describe('What the file was read as: a set in XML, a value-space file, a vocabulary in Turtle, or our own form.');

const replaces = z.boolean().describe('Whether something of this id was there before.');

const differs = z.boolean().describe('Whether what was there before says something else.');

const count = z.int().nonnegative();

/** One line of a file in a body of several. */
export const ImportedPiece = z.strictObject({
  name: z.string().min(1).max(1000),
  base64: z.base64(),
  beside: z.boolean().default(false),
});

/** What came of an import of metadata sets. Choice of edu-repo. */
export const MetadataImport = z.strictObject({
  dryRun: z.boolean().describe('Whether nothing was kept.'),
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
      languages: z.array(z.string()).describe('Those in which an entry has a caption; `und`: not stated.'),
      below: count.describe('Entries that stand below another one.'),
    }),
  ),
  notes: z
    .array(
      z.strictObject({
        file,
        lines: z.array(z.int().positive()).describe('Where; empty for the file as a whole.'),
        kind: z
          .enum(['left-out', 'unknown', 'changed', 'unusable'])
          .describe(
            '`left-out`: it has no place in our sets; `unknown`: nobody knows it; `changed`: it is kept in another form; `unusable`: it is kept, and does not fit.',
          ),
        message: z.string(),
      }),
    )
    .describe('All that was not taken as it stands, and why.'),
  unknownProperties: z
    .array(z.strictObject({ set: z.string(), property: z.string() }))
    .describe('Properties of the sets that no content model names: what is put there is kept as text.'),
  moreNotes: count.describe('Places that the notes leave out, since there are too many.'),
});

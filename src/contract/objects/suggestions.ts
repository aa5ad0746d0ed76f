import { z } from 'zod';

/** The kinds of things that are suggested while a person types. */
export const SuggestionKind = z.enum(['file', 'folder', 'collection', 'person', 'group', 'value']);

const Suggestion = z.strictObject({
  kind: SuggestionKind,
  id: z.string().describe('The ID of a node, the name of a person or a group, or the key of a value.'),
  label: z
    .string()
    .describe('The title or name of a node, the name of a person or a group, or the caption of a value.'),
  folder: z
    .string()
    .nullable()
    .describe(
      'The path of the folder of a node. Begins with `/` at the top folder, with `~/` in the own home folder. Null if the caller may not read the folder, and for other kinds.',
    ),
  property: z.string().nullable().describe('The property that has the value, to search by it; null for other kinds.'),
});

export const Suggestions = z.strictObject({
  suggestions: z.array(Suggestion).describe('At most ten of each kind, the best first.'),
  complete: z
    .boolean()
    .describe(
      'Whether all names were searched. False while the server reads them for the first time, or after very many changes: call again.',
    ),
});

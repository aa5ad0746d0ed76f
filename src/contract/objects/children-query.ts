import { z } from 'zod';
import { propertyNameForm } from './properties.ts';

const shown = (input: unknown): string => `«${String(input).slice(0, 100)}»`;

const filter = z.string().regex(/^(?:files|folders|mime:[\w.+-]+(?:\/(?:\*|[\w.+-]+))?)$/, {
  error: ({ input }) =>
    `${shown(input)} is no filter; known are files, folders, and mime: with a media type or its first part, such as mime:image/png or mime:image`,
});

/** Names that are sent without a namespace. */
const plainNames: readonly string[] = ['name', 'size', 'score'];

const sortProperty = z
  .string()
  .max(300)
  .refine((name) => plainNames.includes(name) || propertyNameForm.test(name), {
    error: ({ input }) => `${shown(input)} is no property; write it with its namespace, such as cm:modified`,
  });

/** Query parameters that say which children of a folder are listed, and in which order. */
export const childrenQuery = {
  filter: z
    .array(filter)
    .max(20)
    .default([])
    .describe(
      'Which children are listed: `files`, `folders`, `mime:image/png`, or (choice of edu-repo) `mime:image` for all images; repeat the parameter for those that are any of these.',
    ),
  sortProperties: z
    .array(sortProperty)
    .max(10)
    .default([])
    .describe(
      'What the children are ordered by, what counts most first; repeat the parameter. Any property of nodes, by short or long name; `cm:name` where none is given, and where others are equal. Children without the property come last. `score` orders nothing: all children fit alike.',
    ),
  sortAscending: z
    .array(z.boolean())
    .default([])
    .describe('Upwards or downwards, one for each of `sortProperties` in their order; a missing one is `true`.'),
  foldersFirst: z.boolean().default(true).describe('Choice of edu-repo: with `false`, folders stand among the files.'),
};

import { z } from 'zod';
import { separable } from '../wire-query.ts';
import { propertyNameForm } from './properties.ts';

const quoted = (input: unknown): string => `"${String(input).slice(0, 100)}"`;

const filter = z.string().regex(/^(?:files|folders|mime:[\w.+-]+(?:\/(?:\*|[\w.+-]+))?)$/, {
  error: ({ input }) =>
    `${quoted(input)} is not a filter; use files, folders, or mime: with a media type or its first part, such as mime:image/png or mime:image`,
});

/** Sort criteria that need no namespace. */
const plainNames: readonly string[] = ['name', 'size', 'score'];

const sortProperty = z
  .string()
  .max(300)
  .refine((name) => plainNames.includes(name) || propertyNameForm.test(name), {
    error: ({ input }) =>
      `${quoted(input)} is not a sort criterion; use name, size, score, or a property with its namespace, such as cm:modified`,
  });

/** Query parameters that select and sort the children of a folder. */
export const childrenQuery = {
  filter: separable(z.array(filter).max(20))
    .default([])
    .describe(
      'Which children to list: `files`, `folders`, `mime:image/png`, or (specific to edu-repo) `mime:image` for all images. Repeat the parameter, or use commas, to list children that match any of the filters.',
    ),
  sortProperties: separable(z.array(sortProperty).max(10))
    .default([])
    .describe(
      'The properties to sort by, most significant first; repeat the parameter, or separate names by commas. Any node property, by short or long name. The default, and the last criterion for ties, is `cm:name`. Children without the property come last. `score` has no effect here.',
    ),
  sortAscending: z
    .array(z.boolean())
    .default([])
    .describe('Whether to sort in ascending order, one value for each of `sortProperties`; a missing value is `true`.'),
  foldersFirst: z.boolean().default(true).describe('Specific to edu-repo: whether folders come before files.'),
};

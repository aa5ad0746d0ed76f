import { z } from 'zod';

const title = z.string();

/** The content model of the repository. Specific to edu-repo: the contract has no such object. */
export const Dictionary = z.strictObject({
  namespaces: z.array(z.strictObject({ prefix: z.string(), uri: z.string() })),
  types: z.array(
    z.strictObject({
      name: z.string(),
      title,
      parent: z.string().nullable().describe('Null for the base type.'),
      folder: z.boolean().describe('Whether nodes of this type have children instead of content.'),
      abstract: z.boolean().describe('Whether only nodes of its subtypes can be created.'),
    }),
  ),
  aspects: z.array(z.strictObject({ name: z.string(), title })),
  properties: z.array(
    z.strictObject({
      name: z.string(),
      title,
      type: z.enum(['text', 'number', 'date', 'boolean']),
      list: z.boolean().describe('Whether the property may have several values.'),
    }),
  ),
});

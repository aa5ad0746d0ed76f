import { z } from 'zod';

const title = z.string();

/** The words that nodes are described with. Choice of edu-repo: the contract has no such object. */
export const Dictionary = z.strictObject({
  namespaces: z.array(z.strictObject({ prefix: z.string(), uri: z.string() })),
  types: z.array(
    z.strictObject({
      name: z.string(),
      title,
      parent: z.string().nullable().describe('Null at the base of all types.'),
      folder: z.boolean().describe('Whether its nodes have children instead of content.'),
      abstract: z.boolean().describe('Whether no node can be made of it.'),
    }),
  ),
  aspects: z.array(z.strictObject({ name: z.string(), title })),
  properties: z.array(
    z.strictObject({
      name: z.string(),
      title,
      type: z.enum(['text', 'number', 'date', 'boolean']),
      list: z.boolean().describe('Whether it may have several values.'),
    }),
  ),
});

import { z } from 'zod';
import { ErrorResponse } from './common.ts';
import { Properties } from './properties.ts';

/** The line of JSON that begins an entry of a batch. */
export const BatchEntry = z.strictObject({
  id: z.string().min(1).max(200),
  parent: z.string().max(100),
  type: z.string().default('ccm:io'),
  aspects: z.array(z.string()).default([]),
  properties: Properties,
  renameIfExists: z.boolean().default(false),
  versionComment: z.string().max(10_000).default(''),
  content: z
    .strictObject({
      size: z.int().nonnegative(),
      mimetype: z.string().max(1_000).optional(),
      fileName: z.string().max(1_000).default(''),
    })
    .optional(),
});

/** The outcomes of the entries of a batch. Specific to edu-repo. */
export const BatchResults = z.strictObject({
  results: z
    .array(
      z.strictObject({
        id: z.string().nullable().describe('The ID of the entry; null if its line cannot be read.'),
        status: z.int().describe('The status that a call for this entry alone would have.'),
        node: z.string().nullable().describe('The ID of the node; null if there is none.'),
        name: z.string().nullable().describe('The name of the node; null if there is none.'),
        repeated: z.boolean().describe('Whether an earlier entry with this ID created the node.'),
        error: ErrorResponse.nullable().describe('Why the entry was refused; null if it was stored.'),
      }),
    )
    .describe('One for each entry that was read, in the order of the entries.'),
});

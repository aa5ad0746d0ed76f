import { z } from 'zod';
import { Author } from './annotations.ts';
import { Authority } from './permissions.ts';

export const WorkflowEntry = z.strictObject({
  time: z.int().describe('Milliseconds since 1970.'),
  editor: Author,
  receiver: z.array(Authority),
  status: z.string(),
  comment: z.string(),
});

export const WorkflowHistory = z.array(WorkflowEntry);

export const WorkflowEntryInput = z.object({
  receiver: z
    .array(z.object({ authorityName: z.string().min(1) }))
    .max(100)
    .nullish()
    .describe('The people and groups whose turn it is. Other fields of an authority are ignored.'),
  status: z.string().min(1).max(300).describe('Any text, such as `200_tocheck`.'),
  comment: z.string().max(4_000).nullish().describe('At most 4,000 characters.'),
});

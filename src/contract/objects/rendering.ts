import { z } from 'zod';
import { AnyNode } from './node.ts';

/** A node as a page of another application shows it. */
export const RenderingDetails = z.strictObject({
  detailsSnippet: z
    .string()
    .describe(
      'HTML to put into a page. Specific to edu-repo: without scripts and styles; all texts are escaped, and links lead to this repository or to web pages.',
    ),
  mimeType: z.string().describe('The media type of the content; empty for a node without content.'),
  node: AnyNode,
});

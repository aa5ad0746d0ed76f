import { z } from 'zod';

/** The searchable text of a node. Later servers return only `text`. */
export const NodeText = z.strictObject({
  text: z.string().describe('The text without markup; empty if there is none.'),
  state: z
    .enum([
      'text',
      'none',
      'waiting',
      'scan',
      'damaged',
      'encrypted',
      'too large',
      'took too long',
      'too much memory',
      'ended in the middle',
    ])
    .describe(
      'Choice of edu-repo. `text`: there is a text. `none`: the content has no text, or its type is not supported. `waiting`: the text will be extracted soon. `scan`: the content has pages but no text. Other values: why the text could not be extracted.',
    ),
  given: z
    .boolean()
    .describe('Choice of edu-repo: whether the text was set by a person instead of extracted from the content.'),
  cut: z
    .boolean()
    .describe('Choice of edu-repo: whether the text was too long, so that only its beginning is searchable.'),
});

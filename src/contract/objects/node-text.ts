import { z } from 'zod';

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
      'Specific to edu-repo. `text`: there is a text. `none`: the content has no text, or its type is not supported. `waiting`: the text will be extracted soon. `scan`: the content has pages but no text. Other values: why the text could not be extracted.',
    ),
  given: z
    .boolean()
    .describe('Specific to edu-repo: whether a caller set the text, so that it was not extracted from the content.'),
  cut: z.boolean().describe('Specific to edu-repo: whether the text is too long and only its beginning is searchable.'),
});

import { z } from 'zod';

export const NodeText = z.strictObject({
  text: z.string().describe('The text without markup; empty if there is none.'),
  state: z
    .enum([
      'text',
      'none',
      'waiting',
      'scan',
      'unreadable',
      'unsupported',
      'damaged',
      'encrypted',
      'too large',
      'took too long',
      'too much memory',
      'ended in the middle',
    ])
    .describe(
      'Specific to edu-repo. `text`: there is a text. `none`: there is no content, or no text in it. `waiting`: the text will be extracted soon. `scan`: the content has pages but no text. `unreadable`: the pages have text, but not the characters of its letters. `unsupported`: no reader for this kind of file exists, such as PowerPoint 97 (`.ppt`). Other values: why the text could not be extracted.',
    ),
  given: z
    .boolean()
    .describe('Specific to edu-repo: whether a caller set the text, so that it was not extracted from the content.'),
  cut: z.boolean().describe('Specific to edu-repo: whether the text is too long and only its beginning is searchable.'),
});

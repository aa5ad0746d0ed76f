import { z } from 'zod';
import { nodePath } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm } from '../objects/node-form.ts';
import { NodeText } from '../objects/node-text.ts';
import { operation } from '../operation.ts';

const group = 'node';
const path = '/node/v1/nodes/{repository}/{node}/textContent';

export const getTextContent = operation({
  method: 'GET',
  path,
  summary: 'Get the searchable text of a node',
  description:
    'Returns the text extracted from the content, or the text that a caller set instead. Requires the right to read the content. Specific to edu-repo: only the first 1,048,576 characters are stored and searchable.',
  group,
  access: 'guest',
  params: nodePath,
  result: NodeText,
});

export const setTextContent = operation({
  method: 'POST',
  path,
  summary: 'Set the searchable text of a node',
  description:
    'Replaces the text extracted from the content until the content changes. Does not create a version. The body is the plain text, whatever its media type, or a form with the text in its first field. Specific to edu-repo: an empty text removes the text that was set.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({
    mimetype: z
      .string()
      .default('text/plain')
      .describe('`text/plain` or another text type, such as `text/html`, whose markup is not searched.'),
    ...nodeForm,
  }),
  body: { kind: 'text', name: 'the text', maxCharacters: 10_000_000, optional: true, orInForm: true },
  result: NodeEntry,
  errors: [413],
});

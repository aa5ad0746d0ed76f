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
  summary: 'The text that a node is found by',
  description:
    'What was read in its content, or given in its place. Needs the right to read the content. Choice of edu-repo: the first 1,048,576 characters are kept and searched.',
  group,
  access: 'guest',
  params: nodePath,
  result: NodeText,
});

export const setTextContent = operation({
  method: 'POST',
  path,
  summary: 'Give a node a text to be found by',
  description:
    'It takes the place of what was read in the content, as long as the node has that content, or none. No version is made. The body is the text itself whatever its type says, or a form with the text in its first field. Choice of edu-repo: an empty text takes the given one away.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    mimetype: z
      .string()
      .default('text/plain')
      .describe('`text/plain`, or that of another text, such as `text/html`, whose markup is not searched.'),
    ...nodeForm,
  }),
  body: { kind: 'text', name: 'the text', mostCharacters: 10_000_000, optional: true, orInForm: true },
  result: NodeEntry,
  errors: [413],
});

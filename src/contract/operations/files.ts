import { z } from 'zod';
import { operation } from '../operation.ts';

const nodeId = z.string().describe('The id of the node.');

export const downloadContent = operation({
  method: 'GET',
  path: '/eduservlet/download',
  root: 'context',
  summary: 'Download the content of a node',
  group: 'files',
  access: 'guest',
  query: z.object({
    nodeId,
    version: z
      .string()
      .regex(/^\d{1,9}\.\d{1,9}$/)
      .optional()
      .describe('A version such as `1.2`; the current one where it is missing.'),
  }),
  result: 'file',
});

export const getPreview = operation({
  method: 'GET',
  path: '/preview',
  root: 'context',
  summary: 'A picture of a node',
  group: 'files',
  access: 'guest',
  query: z.object({ nodeId }),
  result: 'file',
});

export const getIcon = operation({
  method: 'GET',
  path: '/icons/{icon}',
  root: 'context',
  summary: 'The icon of a media type or a licence',
  group: 'files',
  access: 'public',
  params: z.object({ icon: z.string().regex(/^[a-z0-9_-]{1,60}\.svg$/) }),
  result: 'file',
});

import { z } from 'zod';
import { operation } from '../operation.ts';

const nodeId = z.string().describe('The id of the node.');

const side = z.int().min(1).max(10_000).optional();

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
  description:
    'The picture that somebody gave the node, else what its content shows; a card with the kind and the title where there is none. It is never enlarged. Choice of edu-repo: without a size its longer side has up to 400 pixels, and no size gives more than 1200.',
  group: 'files',
  access: 'guest',
  query: z.object({
    nodeId,
    maxWidth: side.describe('The picture fits in this width.'),
    maxHeight: side.describe('The picture fits in this height.'),
    width: side.describe('The same as `maxWidth`, which goes before it.'),
    height: side.describe('The same as `maxHeight`, which goes before it.'),
    crop: z
      .boolean()
      .default(false)
      .describe('Where width and height are given: the picture fills both, and what stands over is cut off.'),
  }),
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

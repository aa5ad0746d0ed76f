import { z } from 'zod';
import { operation } from '../operation.ts';

const nodeId = z.string().describe('The ID of the node.');

const usageLink = z
  .string()
  .max(500)
  .optional()
  .describe(
    'Specific to edu-repo: from the snippet of a rendering that an app requested by a usage. Opens the file for some hours without a sign-in.',
  );

const side = z.int().min(1).max(10_000).optional();

export const downloadContent = operation({
  method: 'GET',
  path: '/eduservlet/download',
  root: 'context',
  summary: 'Download the content of a node',
  description:
    'Specific to edu-repo: a link without content returns 302 with its address (`ccm:wwwurl`) in `Location`.',
  group: 'files',
  access: 'guest',
  byUsage: true,
  query: z.object({
    nodeId,
    version: z
      .string()
      .regex(/^\d{1,9}\.\d{1,9}$/)
      .optional()
      .describe('A version such as `1.2`. The default is the current version.'),
    usageLink,
  }),
  result: 'file',
  redirects: true,
});

export const getPreview = operation({
  method: 'GET',
  path: '/preview',
  root: 'context',
  summary: 'Get the preview image of a node',
  description:
    'Returns the custom preview of the node. Without one, returns a thumbnail of its content, or otherwise a card with its type and title. Images are never enlarged. Specific to edu-repo: by default, the longer side has up to 400 pixels; the maximum is 1200.',
  group: 'files',
  access: 'guest',
  byUsage: true,
  query: z.object({
    nodeId,
    maxWidth: side.describe('The maximum width in pixels.'),
    maxHeight: side.describe('The maximum height in pixels.'),
    width: side.describe('Alias for `maxWidth`. Ignored if `maxWidth` is set.'),
    height: side.describe('Alias for `maxHeight`. Ignored if `maxHeight` is set.'),
    crop: z
      .boolean()
      .default(false)
      .describe('Whether to fill the requested width and height and crop the rest of the image. Requires both.'),
    usageLink,
  }),
  result: 'file',
});

export const getIcon = operation({
  method: 'GET',
  path: '/icons/{icon}',
  root: 'context',
  summary: 'Get the icon of a media type or a licence',
  group: 'files',
  access: 'public',
  params: z.object({ icon: z.string().regex(/^[a-z0-9_-]{1,60}\.svg$/) }),
  result: 'file',
});

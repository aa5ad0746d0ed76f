import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { MetadataImport } from '../objects/metadata-import.ts';
import { operation } from '../operation.ts';

const group = 'mds';
const access = 'admin';

export const importMetadata = operation({
  method: 'POST',
  path: '/mds/v1/metadatasets/{repository}',
  summary: 'Take in metadata sets and value lists from files',
  description:
    'Choice of edu-repo. A file is XML of either form, a vocabulary in Turtle (SKOS), YAML or JSON. Several files are one body of type `application/x-ndjson`: each line is `{"name", "base64", "beside"}`; lines of one name are pieces of one file, and a file that is `beside` is read only where another one names it. All of it comes in, or nothing; sets and lists of the same id are replaced. What was left out, and why, is told by file and line.',
  group,
  access,
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'The id for the one set (or, without one, the one value list) that is brought; with `list` and no set: the set that is there.',
      ),
    list: z
      .array(z.string().regex(/^[^=]+=.+$/, 'is no PROPERTY=FILE'))
      .default([])
      .describe('`PROPERTY=FILE`: the value list of that file is for that property; repeat it for several.'),
    dryRun: z.boolean().default(false).describe('Only tell what would come of it.'),
  }),
  body: { kind: 'upload', field: 'file' },
  result: MetadataImport,
});

export const exportMetadata = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/export',
  summary: 'Give out a metadata set as a file that can be taken in again',
  description:
    'Choice of edu-repo. YAML: the set as it was written, without what it inherits, and behind lines of `---` the value lists that it refers to.',
  group,
  access,
  params: z.object({
    repository: repositoryParam,
    metadataset: z.string().describe('The id of a metadata set, another name of it, or `-default-`.'),
  }),
  result: 'file',
});

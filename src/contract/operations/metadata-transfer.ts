import { z } from 'zod';
import { repositoryParam } from '../objects/common.ts';
import { MetadataImport } from '../objects/metadata-import.ts';
import { operation } from '../operation.ts';

const group = 'mds';
const access = 'admin';

export const importMetadata = operation({
  method: 'POST',
  path: '/mds/v1/metadatasets/{repository}',
  summary: 'Import metadata sets and value lists from files',
  description:
    'Specific to edu-repo. Formats: metadata sets and value spaces in XML, vocabularies in Turtle (SKOS), and YAML or JSON of edu-repo. To send several files, send one body of type `application/x-ndjson` with lines of `{"name", "base64", "beside"}`. Lines with the same name are parts of one file. A file with `beside` is read only if another file refers to it. The import is atomic and replaces sets and lists with the same ID. The response lists what was not imported and why, by file and line.',
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
        'The ID for the imported set, or for the imported value list if there is no set. Only allowed if there is a single one. With `list` and no imported set: the ID of the existing set to change.',
      ),
    list: z
      .array(z.string().regex(/^[^=]+=.+$/, 'must have the form PROPERTY=FILE'))
      .default([])
      .describe(
        '`PROPERTY=FILE`: the property gets the value list in the file. Repeat the parameter for several properties.',
      ),
    dryRun: z.boolean().default(false).describe('Whether to report the result without importing anything.'),
  }),
  body: { kind: 'upload', field: 'file' },
  result: MetadataImport,
});

export const exportMetadata = operation({
  method: 'GET',
  path: '/mds/v1/metadatasets/{repository}/{metadataset}/export',
  summary: 'Export a metadata set as a file that can be imported again',
  description:
    'Specific to edu-repo. The file is YAML: the set as written, without what it inherits, followed by the value lists that it refers to, separated by lines of `---`.',
  group,
  access,
  params: z.object({
    repository: repositoryParam,
    metadataset: z.string().describe('The ID or an alias of a metadata set, or `-default-`.'),
  }),
  result: 'file',
});

import { z } from 'zod';
import { FileImport, importChoices, importKinds } from '../objects/imports.ts';
import { operation } from '../operation.ts';

const path = '/edu-repo/v1/imports';
const group = 'bulk';
const access = 'user';

const params = z.object({ import: z.string().max(100).describe('The ID of an import.') });

const ownOnly = 'Imports of other people do not exist for the caller.';

export const prepareImport = operation({
  method: 'POST',
  path,
  summary: 'Send a file to import, and check it',
  description:
    'Specific to edu-repo. The file is a list (CSV, TSV, XLSX, JSON, JSON lines), AMB or LOM metadata, a learning package, H5P, EPUB, a Moodle backup, a BagIt bag or a ZIP archive, as `edu-repo import` reads it. Returns at once; the check is over when `state` is `checked`. It changes nothing. A list can name addresses of files, except those of private networks, but no files of the server. The file is kept for an hour after the check, for the caller only. A person has one import at a time: an earlier one is removed, and while it runs, the call returns 409. Items of earlier imports are recognised only in the folder. A file has at most 500 MB and 10,000 items.',
  group,
  access,
  query: z.object({
    parent: z.string().describe('The folder: an ID, `-userhome-`, or another of the names that nodes have in paths.'),
    ifExists: z
      .enum(importChoices)
      .default('update')
      .describe('What happens to items that exist with other content or metadata.'),
    kind: z.enum(importKinds).optional().describe('The kind of the file. By default, its content shows it.'),
  }),
  body: { kind: 'upload', field: 'file' },
  result: FileImport,
  errors: [409],
});

export const getImport = operation({
  method: 'GET',
  path: `${path}/{import}`,
  summary: 'Get the state and the report of an import',
  description: `Specific to edu-repo. ${ownOnly}`,
  group,
  access,
  params,
  result: FileImport,
});

export const runImport = operation({
  method: 'POST',
  path: `${path}/{import}/run`,
  summary: 'Import a file that was checked',
  description: `Specific to edu-repo. Runs with the rights of the caller. Returns at once; the run is over when \`state\` is \`imported\`. It can be repeated: what is there already is not imported twice. Returns 409 while the check or the import is running, and if the check failed. ${ownOnly}`,
  group,
  access,
  params,
  result: FileImport,
  errors: [409],
});

export const getImportReport = operation({
  method: 'GET',
  path: `${path}/{import}/report`,
  summary: 'Get the report of an import as a table',
  description: `Specific to edu-repo. A CSV file with a row for each item: what became of it, or would become of it, and its problems. ${ownOnly}`,
  group,
  access,
  params,
  result: 'file',
});

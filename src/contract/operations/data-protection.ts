import { z } from 'zod';
import { paging } from '../objects/common.ts';
import { DataExport, DataExportRun, DataExportStatus, DataExports } from '../objects/data-protection.ts';
import { nodeForm } from '../objects/node-form.ts';
import { personPath } from '../objects/people.ts';
import { operation } from '../operation.ts';

const path = '/iam/v1/people/{repository}/{person}/dataprotection';
const adminPath = '/admin/v1/dataprotection';

const enabledOnly = 'If data exports are disabled (`repository.dataprotection`), the call returns 404.';

export const requestDataExport = operation({
  method: 'POST',
  path,
  alsoServedAs: [{ method: 'PUT' }],
  summary: "Request an export of a person's data",
  description: `Returns the new queue entry. A background job creates the export. A finished export is replaced. If an export is already requested or running, the call returns 409 with its queue entry as the body. ${enabledOnly}`,
  group: 'iam',
  access: 'self-or-admin',
  dryRun: true,
  params: personPath,
  result: DataExportStatus,
  errors: [409],
  errorBodies: { 409: DataExportStatus },
});

export const getDataExport = operation({
  method: 'GET',
  path,
  summary: "Get the finished export of a person's data",
  description: `If there is no finished export, the call returns 404. Specific to edu-repo: if an export is requested or running, \`details.status\` of this response is its queue entry. ${enabledOnly}`,
  group: 'iam',
  access: 'self-or-admin',
  params: personPath,
  query: z.object(nodeForm),
  result: DataExport,
});

export const listDataExports = operation({
  method: 'GET',
  path: adminPath,
  summary: 'List the data exports of all people',
  description: 'Specific to edu-repo.',
  group: 'admin',
  access: 'admin',
  query: z.object(paging({ defaultSize: 500 })),
  result: DataExports,
});

export const cancelDataExport = operation({
  method: 'DELETE',
  path: `${adminPath}/{person}`,
  summary: 'Remove the data export of a person from the queue',
  description: 'Specific to edu-repo. Also deletes a finished export.',
  group: 'admin',
  access: 'admin',
  dryRun: true,
  params: z.object({ person: z.string().describe('A user name, or `-me-` for the current user.') }),
  result: 'empty',
});

export const runDataExports = operation({
  method: 'POST',
  path: `${adminPath}/run`,
  summary: 'Run the export job now and wait for its end',
  description: `Specific to edu-repo. If the job is already running, the call first waits for the end of that run. ${enabledOnly}`,
  group: 'admin',
  access: 'admin',
  result: DataExportRun,
});

import type { NounTable } from '../program/command-table.ts';

export const dataProtectionCommands: NounTable = {
  noun: 'dataprotection',
  plural: 'gdpr',
  summary: 'Export everything that the repository knows about a person',
  commands: [
    {
      verb: 'request',
      summary: "Request an export of a person's data",
      load: async () => (await import('./request.ts')).dataProtectionRequest,
    },
    {
      verb: 'status',
      summary: 'Show how far an export is',
      load: async () => (await import('./status.ts')).dataProtectionStatus,
    },
    {
      verb: 'download',
      summary: 'Download a finished export',
      load: async () => (await import('./download.ts')).dataProtectionDownload,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List the exports of all people',
      load: async () => (await import('./list.ts')).dataProtectionList,
    },
    {
      verb: 'run',
      summary: 'Create the requested exports now',
      load: async () => (await import('./run.ts')).dataProtectionRun,
    },
    {
      verb: 'cancel',
      summary: "Remove a person's export, requested or finished",
      load: async () => (await import('./cancel.ts')).dataProtectionCancel,
    },
  ],
};

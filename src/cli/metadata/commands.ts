import type { NounTable } from '../program/command-table.ts';

export const metadataCommands: NounTable = {
  noun: 'metadata',
  plural: 'meta',
  summary: 'Edit the metadata of many files in a table',
  commands: [
    {
      verb: 'export',
      summary: 'Write the metadata of all files in a folder to a table',
      load: async () => (await import('./export.ts')).metadataExport,
    },
    {
      verb: 'import',
      summary: 'Change the metadata of files from a table (CSV or XLSX)',
      load: async () => (await import('./import.ts')).metadataImport,
    },
  ],
};

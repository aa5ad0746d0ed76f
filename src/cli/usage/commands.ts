import type { NounTable } from '../program/command-table.ts';

export const usageCommands: NounTable = {
  noun: 'usage',
  plural: 'usages',
  summary: 'Show where apps such as learning platforms use nodes',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List the usages of a node or of an app',
      load: async () => (await import('./list.ts')).usageListing,
    },
    {
      verb: 'report',
      summary: 'Report which material is used where',
      load: async () => (await import('./report.ts')).usageReport,
    },
    {
      verb: 'record',
      summary: 'Record that an app uses a node',
      load: async () => (await import('./record.ts')).usageRecording,
    },
    {
      verb: 'delete',
      alias: 'rm',
      summary: 'Delete a usage',
      load: async () => (await import('./delete.ts')).usageDelete,
    },
  ],
};

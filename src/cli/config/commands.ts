import type { NounTable } from '../program/command-table.ts';

export const configCommands: NounTable = {
  noun: 'config',
  plural: 'configuration',
  summary: 'Check the configuration of a repository on this machine',
  commands: [
    {
      verb: 'check',
      summary: 'Check config.yaml and the templates, and show the schedule of data exports',
      load: async () => (await import('./check.ts')).configCheck,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const configCommands: NounTable = {
  noun: 'config',
  plural: 'configuration',
  summary: 'Check and show the configuration of a repository on this machine',
  commands: [
    {
      verb: 'check',
      summary: 'Check config.yaml and the templates, and show the schedule of data exports',
      load: async () => (await import('./check.ts')).configCheck,
    },
    {
      verb: 'show',
      summary: 'Show all settings in force, and where they come from',
      load: async () => (await import('./show.ts')).configShow,
    },
  ],
};

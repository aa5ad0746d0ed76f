import type { NounTable } from '../program/command-table.ts';

export const backupCommands: NounTable = {
  noun: 'backup',
  plural: 'backups',
  summary: 'Make backups of a repository while it is in use',
  commands: [
    {
      verb: 'create',
      summary: 'Make a backup in a new folder, with or without a running server',
      load: async () => (await import('./create.ts')).backupCreate,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const backupCommands: NounTable = {
  noun: 'backup',
  plural: 'backups',
  summary: 'Make backups of a repository while it is in use, check and restore them',
  commands: [
    {
      verb: 'create',
      summary: 'Make a backup in a new folder, with or without a running server',
      load: async () => (await import('./create.ts')).backupCreate,
    },
    {
      verb: 'list',
      summary: 'List the backups in a directory, with age, last change and size',
      load: async () => (await import('./list.ts')).backupListCommand,
    },
    {
      verb: 'verify',
      summary: 'Read a backup and compare its checksums',
      load: async () => (await import('./verify.ts')).backupVerify,
    },
    {
      verb: 'restore',
      summary: 'Make a data directory from a backup, which is checked first',
      load: async () => (await import('./restore.ts')).backupRestore,
    },
  ],
};

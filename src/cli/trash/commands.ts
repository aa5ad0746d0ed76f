import type { NounTable } from '../program/command-table.ts';

export const trashCommands: NounTable = {
  noun: 'trash',
  plural: 'archive',
  summary: 'Manage deleted nodes',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List deleted nodes',
      load: async () => (await import('./list.ts')).trashListing,
    },
    {
      verb: 'restore',
      summary: 'Restore deleted nodes',
      load: async () => (await import('./restore.ts')).trashRestore,
    },
    {
      verb: 'empty',
      summary: 'Delete nodes in the trash permanently',
      load: async () => (await import('./empty.ts')).trashEmpty,
    },
  ],
};

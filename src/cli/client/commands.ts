import type { NounTable } from '../program/command-table.ts';

export const clientCommands: NounTable = {
  noun: 'client',
  plural: 'clients',
  summary: 'Manage clients that request tokens (OAuth 2.0)',
  commands: [
    {
      verb: 'add',
      summary: 'Register a client that can request tokens',
      load: async () => (await import('./add.ts')).clientAdd,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List registered clients',
      load: async () => (await import('./list.ts')).clientList,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove a client',
      load: async () => (await import('./remove.ts')).clientRemove,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const permissionCommands: NounTable = {
  noun: 'permission',
  plural: 'permissions',
  summary: 'Manage who can do what with a node',
  commands: [
    {
      verb: 'get',
      summary: 'Show who can do what with a node',
      load: async () => (await import('./get.ts')).permissionGet,
    },
    {
      verb: 'set',
      summary: 'Replace the roles of a person or group on a node',
      load: async () => (await import('./set.ts')).permissionSet,
    },
    {
      verb: 'add',
      summary: 'Give a person or group more roles on a node',
      load: async () => (await import('./add.ts')).permissionAdd,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove roles on a node',
      load: async () => (await import('./remove.ts')).permissionRemove,
    },
  ],
};

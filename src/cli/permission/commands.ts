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
      hidden: true,
      summary: 'Give a person or group more roles on a node',
      load: async () => (await import('./add.ts')).permissionAdd,
    },
    {
      verb: 'remove',
      alias: 'rm',
      hidden: true,
      summary: 'Remove roles on a node',
      load: async () => (await import('./remove.ts')).permissionRemove,
    },
    {
      verb: 'check',
      summary: 'Explain what a person may do with a node, and why',
      load: async () => (await import('./check.ts')).permissionCheck,
    },
    {
      verb: 'audit',
      summary: 'List everyone with access to a folder and to what is below it',
      load: async () => (await import('./audit.ts')).permissionAudit,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List what is shared with a person',
      load: async () => (await import('./list.ts')).permissionList,
    },
  ],
};

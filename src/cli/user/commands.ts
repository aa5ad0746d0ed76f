import type { NounTable } from '../program/command-table.ts';

export const userCommands: NounTable = {
  noun: 'user',
  plural: 'users',
  summary: 'Manage people',
  commands: [
    {
      verb: 'create',
      summary: 'Create a person and their home folder',
      load: async () => (await import('./create.ts')).userCreate,
    },
    { verb: 'get', summary: 'Show a person', load: async () => (await import('./get.ts')).userGet },
    { verb: 'list', alias: 'ls', summary: 'List people', load: async () => (await import('./list.ts')).userList },
    {
      verb: 'update',
      summary: "Update a person's profile",
      load: async () => (await import('./update.ts')).userUpdate,
    },
    {
      verb: 'delete',
      alias: 'rm',
      summary: 'Delete a person but keep their files and folders',
      load: async () => (await import('./delete.ts')).userDelete,
    },
    { verb: 'passwd', summary: "Set a person's password", load: async () => (await import('./passwd.ts')).userPasswd },
    {
      verb: 'block',
      summary: 'Keep a person from signing in',
      load: async () => (await import('./block.ts')).userBlock,
    },
    {
      verb: 'unblock',
      summary: 'Let a blocked person sign in again',
      load: async () => (await import('./unblock.ts')).userUnblock,
    },
    {
      verb: 'memberships',
      summary: 'List the groups of a person',
      load: async () => (await import('./memberships.ts')).userMemberships,
    },
    {
      verb: 'import',
      summary: 'Create or update people from a class list',
      load: async () => (await import('./import.ts')).userImport,
    },
  ],
};

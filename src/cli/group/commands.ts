import type { NounTable } from '../program/command-table.ts';

export const groupCommands: NounTable = {
  noun: 'group',
  plural: 'groups',
  summary: 'Manage groups of people, such as classes',
  commands: [
    { verb: 'list', alias: 'ls', summary: 'List groups', load: async () => (await import('./list.ts')).groupList },
    { verb: 'get', summary: 'Show a group', load: async () => (await import('./get.ts')).groupGet },
    { verb: 'create', summary: 'Create a group', load: async () => (await import('./create.ts')).groupCreate },
    {
      verb: 'update',
      summary: "Update a group's profile",
      load: async () => (await import('./update.ts')).groupUpdate,
    },
    {
      verb: 'delete',
      alias: 'rm',
      summary: 'Delete a group, but not the accounts of its members',
      load: async () => (await import('./delete.ts')).groupDelete,
    },
    {
      verb: 'members',
      summary: 'List the members of a group',
      load: async () => (await import('./members.ts')).groupMembers,
    },
    { verb: 'add', summary: 'Add people or groups to a group', load: async () => (await import('./add.ts')).groupAdd },
    {
      verb: 'remove',
      summary: 'Remove members from a group',
      load: async () => (await import('./remove.ts')).groupRemove,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const commentCommands: NounTable = {
  noun: 'comment',
  plural: 'comments',
  summary: 'Manage comments on nodes',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List the comments on a node',
      load: async () => (await import('./list.ts')).commentListing,
    },
    { verb: 'add', summary: 'Add a comment to a node', load: async () => (await import('./add.ts')).commentAdd },
    { verb: 'edit', summary: 'Edit one of your comments', load: async () => (await import('./edit.ts')).commentEdit },
    {
      verb: 'delete',
      alias: 'rm',
      summary: 'Delete a comment',
      load: async () => (await import('./delete.ts')).commentDelete,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const collectionCommands: NounTable = {
  noun: 'collection',
  plural: 'collections',
  summary: 'Manage collections of nodes',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List collections, or the contents of one',
      load: async () => (await import('./list.ts')).collectionListing,
    },
    { verb: 'get', summary: 'Show a collection', load: async () => (await import('./get.ts')).collectionGet },
    {
      verb: 'create',
      summary: 'Create a collection',
      load: async () => (await import('./create.ts')).collectionCreate,
    },
    {
      verb: 'update',
      summary: 'Update a collection, such as its title or scope',
      load: async () => (await import('./update.ts')).collectionUpdate,
    },
    {
      verb: 'delete',
      alias: 'rm',
      summary: 'Delete a collection, but not the nodes in it',
      load: async () => (await import('./delete.ts')).collectionDelete,
    },
    { verb: 'add', summary: 'Add nodes to a collection', load: async () => (await import('./add.ts')).collectionAdd },
    {
      verb: 'remove',
      summary: 'Remove nodes from a collection',
      load: async () => (await import('./remove.ts')).collectionRemove,
    },
    {
      verb: 'share',
      summary: 'Share a collection and the nodes in it',
      load: async () => (await import('./share.ts')).collectionShare,
    },
    {
      verb: 'order',
      summary: 'Set the order of a collection',
      load: async () => (await import('./order.ts')).collectionOrder,
    },
  ],
};

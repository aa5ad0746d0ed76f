import type { NounTable } from '../program/command-table.ts';

export const nodeCommands: NounTable = {
  noun: 'node',
  plural: 'nodes',
  summary: 'Manage individual files and folders',
  commands: [
    { verb: 'get', summary: 'Show a node and its properties', load: async () => (await import('./get.ts')).nodeGet },
    {
      verb: 'list',
      alias: 'ls',
      hidden: true,
      summary: 'List a folder',
      load: async () => (await import('../everyday/list.ts')).list,
    },
    {
      verb: 'create',
      summary: 'Create a file without content, or a folder',
      load: async () => (await import('./create.ts')).nodeCreate,
    },
    {
      verb: 'update',
      summary: 'Change the properties of nodes',
      load: async () => (await import('./update.ts')).nodeUpdate,
    },
    {
      verb: 'properties',
      summary: 'List the properties of a node, or all known properties',
      load: async () => (await import('./properties.ts')).nodeProperties,
    },
    {
      verb: 'upload',
      summary: 'Upload content as a new version of a node',
      load: async () => (await import('./upload.ts')).nodeUpload,
    },
    {
      verb: 'copy',
      alias: 'cp',
      hidden: true,
      summary: 'Copy files and folders within the repository',
      load: async () => (await import('./copy.ts')).nodeCopy,
    },
    {
      verb: 'move',
      alias: 'mv',
      hidden: true,
      summary: 'Move or rename files and folders',
      load: async () => (await import('../everyday/move.ts')).move,
    },
    {
      verb: 'versions',
      summary: 'List the versions of a node',
      load: async () => (await import('./versions.ts')).nodeVersions,
    },
    {
      verb: 'revert',
      summary: 'Restore an earlier version of a node',
      load: async () => (await import('./revert.ts')).nodeRevert,
    },
    {
      verb: 'preview',
      summary: 'Download or replace the preview of a node',
      load: async () => (await import('./preview.ts')).nodePreview,
    },
    {
      verb: 'text',
      summary: 'Show or replace the searchable text of a node',
      load: async () => (await import('./text.ts')).nodeText,
    },
    {
      verb: 'delete',
      alias: 'rm',
      hidden: true,
      summary: 'Delete files and folders',
      load: async () => (await import('../everyday/remove.ts')).remove,
    },
    {
      verb: 'restore',
      hidden: true,
      summary: 'Restore deleted nodes',
      load: async () => (await import('../trash/restore.ts')).trashRestore,
    },
  ],
};

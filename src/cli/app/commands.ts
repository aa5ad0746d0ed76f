import type { NounTable } from '../program/command-table.ts';

export const appCommands: NounTable = {
  noun: 'app',
  plural: 'apps',
  summary: 'Manage apps that sign people in, such as a learning platform',
  commands: [
    {
      verb: 'add',
      summary: 'Register an app that signs its calls',
      load: async () => (await import('./add.ts')).appAdd,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List registered apps',
      load: async () => (await import('./list.ts')).appList,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove an app',
      load: async () => (await import('./remove.ts')).appRemove,
    },
    {
      verb: 'keygen',
      summary: 'Create a key pair for an app',
      load: async () => (await import('./keygen.ts')).appKeygen,
    },
  ],
};

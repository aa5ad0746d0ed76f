import type { NounTable } from '../program/command-table.ts';

export const appCommands: NounTable = {
  noun: 'app',
  plural: 'apps',
  summary: 'Manage applications that sign people in, such as a learning platform',
  commands: [
    {
      verb: 'add',
      summary: 'Register an application that signs its calls',
      load: async () => (await import('./add.ts')).appAdd,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List registered applications',
      load: async () => (await import('./list.ts')).appList,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove an application',
      load: async () => (await import('./remove.ts')).appRemove,
    },
    {
      verb: 'keygen',
      summary: 'Create a key pair for an application',
      load: async () => (await import('./keygen.ts')).appKeygen,
    },
  ],
};

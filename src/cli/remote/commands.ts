import type { NounTable } from '../program/command-table.ts';

export const remoteCommands: NounTable = {
  noun: 'remote',
  plural: 'remotes',
  summary: 'Manage remote repositories',
  commands: [
    { verb: 'add', summary: 'Add a remote repository', load: async () => (await import('./add.ts')).remoteAdd },
    { verb: 'list', alias: 'ls', summary: 'List remotes', load: async () => (await import('./list.ts')).remoteList },
    {
      verb: 'use',
      summary: 'Choose the repository that commands use by default',
      load: async () => (await import('./use.ts')).remoteUse,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove a remote and its login',
      load: async () => (await import('./remove.ts')).remoteRemove,
    },
    {
      verb: 'test',
      summary: 'Test the connection to a remote',
      load: async () => (await import('./test.ts')).remoteTest,
    },
  ],
};

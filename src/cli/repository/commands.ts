import type { NounTable } from '../program/command-table.ts';

export const repositoryCommands: NounTable = {
  noun: 'repository',
  plural: 'repositories',
  summary: 'Connect other repositories, so that people can search and read there',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List connected repositories and their keys',
      load: async () => (await import('./list.ts')).repositoryList,
    },
    {
      verb: 'add',
      summary: 'Connect a repository: run this on both sides',
      load: async () => (await import('./add.ts')).repositoryAdd,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Disconnect a repository',
      load: async () => (await import('./remove.ts')).repositoryRemove,
    },
    {
      verb: 'test',
      summary: 'Test the connection to a repository',
      load: async () => (await import('./test.ts')).repositoryTest,
    },
  ],
};

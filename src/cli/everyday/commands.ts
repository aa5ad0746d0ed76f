import type { SingleCommand } from '../program/command-table.ts';

export const everydayCommands: readonly SingleCommand[] = [
  {
    name: 'import',
    summary: 'Upload a local folder',
    heading: 'Everyday commands:',
    load: async () => (await import('./import.ts')).importFolder,
  },
  {
    name: 'ls',
    summary: 'List a folder',
    heading: 'Everyday commands:',
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'tree',
    summary: 'Show a folder and everything below it as a tree',
    heading: 'Everyday commands:',
    load: async () => (await import('./tree.ts')).tree,
  },
  {
    name: 'cat',
    summary: 'Print the content of files',
    heading: 'Everyday commands:',
    load: async () => (await import('./cat.ts')).cat,
  },
  {
    name: 'cp',
    summary: 'Copy files and folders into, out of or within the repository',
    heading: 'Everyday commands:',
    load: async () => (await import('./copy.ts')).copy,
  },
  {
    name: 'mv',
    summary: 'Move or rename files and folders',
    heading: 'Everyday commands:',
    load: async () => (await import('./move.ts')).move,
  },
  {
    name: 'mkdir',
    summary: 'Create folders',
    heading: 'Everyday commands:',
    load: async () => (await import('./make-folder.ts')).mkdir,
  },
  {
    name: 'rm',
    summary: 'Delete files and folders',
    heading: 'Everyday commands:',
    load: async () => (await import('./remove.ts')).remove,
  },
  {
    name: 'search',
    summary: 'Search for nodes',
    heading: 'Everyday commands:',
    load: async () => (await import('./search.ts')).search,
  },
];

export const signInCommands: readonly SingleCommand[] = [
  {
    name: 'login',
    summary: 'Sign in to a remote',
    heading: 'Remote repositories:',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Sign out of a remote',
    heading: 'Remote repositories:',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'Show your user name and the repository you are signed in to',
    heading: 'Remote repositories:',
    load: async () => (await import('./whoami.ts')).whoami,
  },
];

export const apiCommands: readonly SingleCommand[] = [
  {
    name: 'api',
    summary: 'Send a request to the REST interface and print the response',
    heading: 'More:',
    load: async () => (await import('./api.ts')).api,
  },
];

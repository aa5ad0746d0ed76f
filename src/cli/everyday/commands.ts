import type { SingleCommand } from '../program/command-table.ts';

export const everydayCommands: readonly SingleCommand[] = [
  {
    name: 'import',
    summary: 'Import folders, lists, packages, feeds and other sources',
    heading: 'Everyday commands:',
    load: async () => (await import('../import/import.ts')).importCommand,
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
    name: 'open',
    summary: 'Show a file or folder in the browser',
    heading: 'Everyday commands:',
    load: async () => (await import('./open.ts')).open,
  },
  {
    name: 'cp',
    summary: 'Copy files and folders into, out of or within the repository',
    heading: 'Everyday commands:',
    load: async () => (await import('./copy.ts')).copy,
  },
  {
    name: 'sync',
    summary: 'Make a folder like another one, here or in a repository',
    heading: 'Everyday commands:',
    load: async () => (await import('../sync/sync.ts')).sync,
  },
  {
    name: 'watch',
    summary: 'Keep a folder in a repository in step with a local folder',
    heading: 'Everyday commands:',
    load: async () => (await import('../sync/watch.ts')).watchCommand,
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
    name: 'rate',
    summary: 'Rate a node',
    heading: 'Everyday commands:',
    load: async () => (await import('./rate.ts')).rate,
  },
  {
    name: 'recent',
    summary: 'List the files that were changed last',
    heading: 'Everyday commands:',
    load: async () => (await import('./recent.ts')).recent,
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
  {
    name: 'share',
    summary: 'Share a file or folder with people and groups',
    heading: 'Everyday commands:',
    load: async () => (await import('../permission/share.ts')).share,
  },
  {
    name: 'unshare',
    summary: 'Stop sharing a file or folder with people and groups',
    heading: 'Everyday commands:',
    load: async () => (await import('../permission/unshare.ts')).unshare,
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
  {
    name: 'completion',
    summary: 'Print a script that completes commands and paths in your shell',
    heading: 'More:',
    load: async () => (await import('../completion/completion.ts')).completion,
  },
];

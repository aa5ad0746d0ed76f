import type { SingleCommand } from '../program/command-table.ts';

export const serverCommands: readonly SingleCommand[] = [
  {
    name: 'init',
    summary: 'Create a data directory',
    heading: 'Run a repository:',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'serve',
    summary: 'Serve a repository from its data directory',
    heading: 'Run a repository:',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'demo',
    summary: 'Create a repository with sample material and serve it',
    heading: 'Run a repository:',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'status',
    summary: 'Show the state of the repository',
    heading: 'Run a repository:',
    load: async () => (await import('./status.ts')).status,
  },
];

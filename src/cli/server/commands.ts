import type { SingleCommand } from '../program/command-table.ts';

export const serverCommands: readonly SingleCommand[] = [
  {
    name: 'init',
    summary: 'Create a repository in a data directory',
    heading: 'Run a repository:',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'serve',
    summary: 'Start the server of a repository',
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
  {
    name: 'doctor',
    summary: 'Check the machine, the configuration and the repository, and say what to do',
    heading: 'Run a repository:',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'verify',
    summary: 'Read all nodes, versions and files, and list what is missing or damaged',
    heading: 'Run a repository:',
    load: async () => (await import('./verify.ts')).verify,
  },
];

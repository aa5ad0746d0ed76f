import type { NounTable } from '../program/command-table.ts';

export const harvestCommands: NounTable = {
  noun: 'harvest',
  plural: 'harvests',
  summary: 'Let the server repeat imports by a schedule',
  commands: [
    {
      verb: 'add',
      summary: 'Let the server repeat an import',
      load: async () => (await import('./add.ts')).harvestAdd,
    },
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List the harvests with their last runs',
      load: async () => (await import('./list.ts')).harvestList,
    },
    {
      verb: 'show',
      summary: 'Show a harvest with the report of its last run',
      load: async () => (await import('./show.ts')).harvestShow,
    },
    {
      verb: 'run',
      summary: 'Run a harvest now and wait for its end',
      load: async () => (await import('./run.ts')).harvestRun,
    },
    {
      verb: 'remove',
      alias: 'rm',
      summary: 'Remove a harvest; what it has imported stays',
      load: async () => (await import('./remove.ts')).harvestRemove,
    },
  ],
};

import type { NounTable } from '../program/command-table.ts';

export const jobCommands: NounTable = {
  noun: 'job',
  plural: 'jobs',
  summary: 'Imports and copies of your own: list them, and go on after an interruption',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List your jobs',
      load: async () => (await import('./list.ts')).jobList,
    },
    {
      verb: 'show',
      summary: 'Show a job',
      load: async () => (await import('./show.ts')).jobShow,
    },
    {
      verb: 'resume',
      summary: 'Go on with a job that was interrupted',
      load: async () => (await import('./resume.ts')).jobResume,
    },
    {
      verb: 'cancel',
      summary: 'Stop a job, or give it up',
      load: async () => (await import('./cancel.ts')).jobCancel,
    },
  ],
};

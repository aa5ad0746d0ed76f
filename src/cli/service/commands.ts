import type { NounTable } from '../program/command-table.ts';

export const serviceCommands: NounTable = {
  noun: 'service',
  plural: 'services',
  summary: 'Run the server as a service of the system',
  commands: [
    {
      verb: 'print',
      summary: 'Print a systemd unit that starts the server with the machine',
      load: async () => (await import('./print.ts')).servicePrint,
    },
  ],
};

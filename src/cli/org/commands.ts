import type { NounTable } from '../program/command-table.ts';

export const orgCommands: NounTable = {
  noun: 'org',
  plural: 'orgs',
  summary: 'Manage groups with a shared folder',
  commands: [
    {
      verb: 'list',
      alias: 'ls',
      summary: 'List organizations (groups with a shared folder)',
      load: async () => (await import('./list.ts')).orgList,
    },
    { verb: 'bind', summary: 'Give a group a shared folder', load: async () => (await import('./bind.ts')).orgBind },
    {
      verb: 'unbind',
      summary: 'Remove the shared folder from a group',
      load: async () => (await import('./unbind.ts')).orgUnbind,
    },
  ],
};

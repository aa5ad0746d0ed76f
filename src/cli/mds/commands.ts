import type { NounTable } from '../program/command-table.ts';

export const mdsCommands: NounTable = {
  noun: 'mds',
  plural: 'metadatasets',
  summary: 'Manage metadata sets and value lists',
  commands: [
    { verb: 'list', alias: 'ls', summary: 'List metadata sets', load: async () => (await import('./list.ts')).mdsList },
    { verb: 'get', summary: 'Show the fields of a metadata set', load: async () => (await import('./get.ts')).mdsGet },
    {
      verb: 'values',
      summary: 'List the values that a property can have',
      load: async () => (await import('./values.ts')).mdsValues,
    },
    {
      verb: 'check',
      summary: 'Check files with metadata sets and value lists',
      load: async () => (await import('./check.ts')).mdsCheck,
    },
    {
      verb: 'explain',
      summary: 'Explain a property: its meaning, values and use in searches',
      load: async () => (await import('./explain.ts')).mdsExplain,
    },
    {
      verb: 'import',
      summary: 'Import metadata sets and value lists (XML, SKOS, YAML or JSON)',
      load: async () => (await import('./import.ts')).mdsImport,
    },
    {
      verb: 'export',
      summary: 'Export a metadata set and its value lists as YAML',
      load: async () => (await import('./export.ts')).mdsExport,
    },
  ],
};

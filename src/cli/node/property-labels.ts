import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { propertiesOf, type RepositoryNode } from '../node-arguments/node.ts';
import type { Column } from '../print/table.ts';
import type { ListView } from '../print/view.ts';

type Dictionary = Result<Operations['getDictionary']>;

export const modelKinds = ['properties', 'types', 'aspects', 'namespaces'] as const;

export type ModelKind = (typeof modelKinds)[number];

type ModelEntry<K extends ModelKind> = Dictionary[K][number];

const wordIf = (flag: boolean, word: string): string => (flag ? word : '');

const views: { readonly [K in ModelKind]: ListView<ModelEntry<K>> } = {
  properties: {
    columns: [
      { title: 'name', value: ({ name }) => name },
      { title: 'type', value: ({ type, list }) => (list ? `${type}, list` : type) },
      { title: 'title', value: ({ title }) => title },
    ],
    plainColumns: [
      { title: 'name', value: ({ name }) => name },
      { title: 'type', value: ({ type }) => type },
      { title: 'list', value: ({ list }) => String(list) },
      { title: 'title', value: ({ title }) => title },
    ],
    id: ({ name }) => name,
    whole: (properties) => ({ properties }),
  },
  types: {
    columns: [
      { title: 'name', value: ({ name }) => name },
      { title: 'parent', value: ({ parent }) => parent ?? '' },
      {
        title: 'kind',
        value: ({ folder, abstract }) => wordIf(abstract, 'abstract') || (folder ? 'folder' : 'content'),
      },
      { title: 'title', value: ({ title }) => title },
    ],
    id: ({ name }) => name,
    whole: (types) => ({ types }),
  },
  aspects: {
    columns: [
      { title: 'name', value: ({ name }) => name },
      { title: 'title', value: ({ title }) => title },
    ],
    id: ({ name }) => name,
    whole: (aspects) => ({ aspects }),
  },
  namespaces: {
    columns: [
      { title: 'prefix', value: ({ prefix }) => prefix },
      { title: 'uri', value: ({ uri }) => uri },
    ],
    id: ({ prefix }) => prefix,
    whole: (namespaces) => ({ namespaces }),
  },
};

export const propertyLabelList = <K extends ModelKind>(kind: K): ListView<ModelEntry<K>> => views[kind];

export interface NodeProperty {
  readonly name: string;
  readonly values: readonly string[];
}

/** The properties of a node, sorted by name. */
export const sortedProperties = (node: RepositoryNode): NodeProperty[] =>
  propertiesOf(node)
    .map(([name, values]) => ({ name, values }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const columns: readonly Column<NodeProperty>[] = [
  { title: 'name', value: ({ name }) => name },
  { title: 'values', value: ({ values }) => values.join(' | ') },
];

export const nodePropertyList: ListView<NodeProperty> = {
  columns,
  id: ({ name }) => name,
  whole: (listed) => ({ properties: Object.fromEntries(listed.map(({ name, values }) => [name, values])) }),
};

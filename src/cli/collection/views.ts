import type { RepositoryNode } from '../node-arguments/node.ts';
import { counted } from '../print/units.ts';
import type { ListView, RecordView } from '../print/view.ts';
import { ownerOf, titleOf } from './collections.ts';

const idOf = ({ ref }: RepositoryNode): string => ref.id;

const isCollection = ({ collection }: RepositoryNode): boolean => collection != null;

/** The number of collections and of references, such as `2 collections, 14 nodes`. */
function contains({ collection }: RepositoryNode): string {
  if (collection == null) return '';
  const { childCollectionsCount: collections, childReferencesCount: references } = collection;
  const counts = [
    ...(collections > 0 ? [counted(collections, 'collection')] : []),
    ...(references > 0 ? [counted(references, 'node')] : []),
  ];
  return counts.join(', ') || 'nothing';
}

export const collectionList: ListView<RepositoryNode> = {
  columns: [
    { title: 'id', value: idOf, cutOff: 'never', long: true },
    { title: 'scope', value: ({ collection }) => collection?.scope ?? '', optional: 2 },
    { title: 'contains', value: contains, optional: 1 },
    { title: 'owner', value: ownerOf, optional: 3 },
    { title: 'title', value: (node) => (isCollection(node) ? `${titleOf(node)}/` : titleOf(node)) },
  ],
  plainColumns: [
    { title: 'id', value: idOf },
    { title: 'kind', value: (node) => (isCollection(node) ? 'collection' : 'reference') },
    { title: 'scope', value: ({ collection }) => collection?.scope ?? '' },
    { title: 'collections', value: ({ collection }) => String(collection?.childCollectionsCount ?? '') },
    { title: 'references', value: ({ collection }) => String(collection?.childReferencesCount ?? '') },
    { title: 'original', value: ({ originalId }) => originalId ?? '' },
    { title: 'owner', value: ownerOf },
    { title: 'title', value: titleOf },
    { title: 'path', value: ({ path = '' }) => path },
  ],
  id: idOf,
  whole: (nodes) => ({
    collections: nodes.filter(isCollection),
    references: nodes.filter((node) => !isCollection(node)),
    pagination: { total: nodes.length, from: 0, count: nodes.length },
  }),
};

const profileFields = (node: RepositoryNode): readonly (readonly [string, string])[] => {
  const { collection } = node;
  if (collection == null) return [];
  return [
    ['description', collection.description ?? ''],
    ['color', collection.color ?? ''],
    ['scope', collection.scope],
    ['collections', String(collection.childCollectionsCount)],
    ['references', String(collection.childReferencesCount)],
    ['order', collection.orderMode ?? 'by title'],
    ['pinned', collection.pinned ? 'yes' : ''],
  ];
};

export const collectionRecord: RecordView<{ readonly collection: RepositoryNode }> = {
  id: ({ collection }) => idOf(collection),
  fields: ({ collection }) =>
    (
      [
        ['title', titleOf(collection)],
        ['id', idOf(collection)],
        ...profileFields(collection),
        ['owner', ownerOf(collection)],
      ] as const
    ).filter(([, value]) => value !== ''),
};

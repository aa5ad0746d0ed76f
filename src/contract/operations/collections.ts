import { z } from 'zod';
import { childrenQuery } from '../objects/children-query.ts';
import { CollectionFilter, CollectionNodeInput } from '../objects/collection.ts';
import {
  CollectionChildren,
  CollectionEntries,
  CollectionEntry,
  ReferenceEntries,
} from '../objects/collection-entries.ts';
import { paging, repositoryParam } from '../objects/common.ts';
import { NodeEntry } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { operation } from '../operation.ts';

const group = 'collection';

const path = '/collection/v1/collections/{repository}/{collection}';

const collectionPath = z.object({ repository: repositoryParam, collection: z.string().describe('A collection.') });

/** Where there may be the top instead. */
const placePath = z.object({
  repository: repositoryParam,
  collection: z.string().describe('A collection; `-root-` for the collections of the first level.'),
});

const referencePath = collectionPath.extend({ node: z.string().describe('A node, or a reference in the collection.') });

const sorting = { sortProperties: childrenQuery.sortProperties, sortAscending: childrenQuery.sortAscending };

const listQuery = { ...sorting, ...paging({ defaultSize: 500 }), ...nodeForm, ...propertyFilter };

const scope = {
  scope: z
    .preprocess((value) => (value === '' ? undefined : value), CollectionFilter.optional())
    .describe(
      'Of the first level: `MY` what belongs to the caller; `EDU_ALL` what is for everybody; `EDU_GROUPS`, `CUSTOM` what others share with some; `RECENT` all, the latest first. Choice of edu-repo: in a collection all that the caller may read, whatever is asked for.',
    ),
};

// Not by the name of the field in it: a body of that field alone would be taken for what it wraps.
const collectionBody = { kind: 'json', name: 'node', schema: CollectionNodeInput } as const;

export const createCollection = operation({
  method: 'POST',
  path: `${path}/children`,
  summary: 'Make a collection at the top or in another one',
  description:
    'At the top everybody who is signed in may. Choice of edu-repo: `scope` decides on the rights: `EDU_ALL` lets everybody read, `MY` nobody; with any other, or none, a collection at the top is for nobody else until it gets rights, and one in another has those of that one.',
  group,
  access: 'user',
  params: placePath,
  query: z.object(nodeForm),
  body: collectionBody,
  result: CollectionEntry,
});

export const getCollection = operation({
  method: 'GET',
  path,
  summary: 'Read a collection',
  group,
  access: 'guest',
  params: collectionPath,
  query: z.object({ ...nodeForm, ...propertyFilter }),
  result: CollectionEntry,
});

export const updateCollection = operation({
  method: 'PUT',
  path,
  summary: 'Change what is said of a collection, and for whom it is',
  description:
    'What is not named stays as it is; an empty text takes something away. Choice of edu-repo: answers the collection.',
  group,
  access: 'user',
  params: collectionPath,
  query: z.object(nodeForm),
  body: collectionBody,
  result: CollectionEntry,
});

export const deleteCollection = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a collection',
  description: 'Into the archive, with what is in it. The originals of its references stay where they are.',
  group,
  access: 'user',
  params: collectionPath,
  result: 'empty',
});

export const setCollectionIcon = operation({
  method: 'POST',
  path: `${path}/icon`,
  summary: 'Give a collection a picture of its own',
  description: 'As the preview of a node is set. Choice of edu-repo: answers the collection.',
  group,
  access: 'user',
  params: collectionPath,
  query: z.object({
    mimetype: z.string().optional().describe('Choice of edu-repo: not looked at, as the image tells it itself.'),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'file' },
  result: CollectionEntry,
  errors: [413],
});

export const removeCollectionIcon = operation({
  method: 'DELETE',
  path: `${path}/icon`,
  summary: 'Take the picture of its own from a collection',
  description: 'Choice of edu-repo: answers the collection.',
  group,
  access: 'user',
  params: collectionPath,
  query: z.object(nodeForm),
  result: CollectionEntry,
});

export const listCollectionChildren = operation({
  method: 'GET',
  path: `${path}/children`,
  summary: 'List collections and references in a collection',
  description: 'As servers of 4.1 had it. Both lists have their own page of the wanted size.',
  group,
  access: 'guest',
  params: placePath,
  query: z.object({ ...scope, ...listQuery }),
  result: CollectionChildren,
});

export const listCollections = operation({
  method: 'GET',
  path: `${path}/children/collections`,
  summary: 'List the collections in a collection or at the top',
  description: 'In the order of the collection itself, where none is asked for; pinned ones first at the top.',
  group,
  access: 'guest',
  params: placePath,
  query: z.object({ ...scope, ...listQuery }),
  result: CollectionEntries,
});

export const listReferences = operation({
  method: 'GET',
  path: `${path}/children/references`,
  summary: 'List what a collection gathers',
  description:
    'A reference shows its original, and gives no rights on it: it is listed to those who may read that. In the order of the collection itself, where none is asked for.',
  group,
  access: 'guest',
  params: placePath,
  query: z.object(listQuery),
  result: ReferenceEntries,
});

export const addReference = operation({
  method: 'PUT',
  path: `${path}/references/{node}`,
  summary: 'Put a node into a collection',
  description:
    'The caller may read the node. 409 where the collection has it already. Choice of edu-repo: answers the reference.',
  group,
  access: 'user',
  params: referencePath,
  query: z.object(nodeForm),
  result: NodeEntry,
  errors: [409],
});

export const removeReference = operation({
  method: 'DELETE',
  path: `${path}/references/{node}`,
  summary: 'Take a node out of a collection',
  description: 'Named by the reference or by the original, which stays where it is.',
  group,
  access: 'user',
  params: referencePath,
  result: 'empty',
});

const mostOrdered = 10_000;

const nodeIds = z.array(z.string()).max(mostOrdered);

export const orderCollection = operation({
  method: 'POST',
  path: `${path}/order`,
  summary: 'Put what is in a collection in order',
  description:
    'The body lists references, originals and collections in it. What it does not name comes last; an empty list ends the order by hand.',
  group,
  access: 'user',
  params: collectionPath,
  body: { kind: 'json', name: 'order', schema: nodeIds },
  result: 'empty',
});

export const pinCollections = operation({
  method: 'POST',
  path: '/collection/v1/collections/{repository}/pinning',
  summary: 'Say which collections stand first at the top',
  description: 'The body lists them in their order; all others are not pinned any more.',
  group,
  access: 'admin',
  params: z.object({ repository: repositoryParam }),
  body: { kind: 'json', name: 'collections', schema: nodeIds },
  result: 'empty',
});

export const searchCollections = operation({
  method: 'GET',
  path: '/collection/v1/collections/{repository}/search',
  summary: 'Search collections',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    query: z
      .string()
      .max(1000)
      .default('')
      .describe('Looked for in title, description and keywords; `*` stands for any letters; empty means all.'),
    ...paging({ defaultSize: 10 }),
    ...nodeForm,
    ...propertyFilter,
  }),
  result: CollectionEntries,
});

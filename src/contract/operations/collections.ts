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

const collectionPath = z.object({ repository: repositoryParam, collection: z.string().describe('A collection ID.') });

/** The path parameters of operations that also accept the top level. */
const parentPath = z.object({
  repository: repositoryParam,
  collection: z.string().describe('A collection ID, or `-root-` for the top level.'),
});

const referencePath = collectionPath.extend({
  node: z.string().describe('The ID of a node, or of a reference in the collection.'),
});

const sorting = { sortProperties: childrenQuery.sortProperties, sortAscending: childrenQuery.sortAscending };

const listQuery = { ...sorting, ...paging({ defaultSize: 500 }), ...nodeForm, ...propertyFilter };

const scope = {
  scope: z
    .preprocess((value) => (value === '' ? undefined : value), CollectionFilter.optional())
    .describe(
      'Filters the top level. `MY`: collections of the caller; `EDU_ALL`: public collections; `EDU_GROUPS`, `CUSTOM`: collections of other people that not everyone may read; `RECENT`: all, newest first; `TYPE_EDITORIAL`, `TYPE_MEDIA_CENTER`: collections of the type `EDITORIAL` or `MEDIA_CENTER`. `PUBLIC` and `ORGANIZATION` of later server versions mean `EDU_ALL` and `EDU_GROUPS`. Specific to edu-repo: has no effect in a collection; all collections that the caller may read are listed.',
    ),
};

// Not named `collection`: a body with only this field would be unwrapped.
const collectionBody = { kind: 'json', name: 'node', schema: CollectionNodeInput } as const;

const listedNames =
  'The response header `X-Edu-Unknown-Properties` lists properties that are not in the content model, `X-Edu-Ignored-Properties` those that only the repository can set.';

export const createCollection = operation({
  method: 'POST',
  path: `${path}/children`,
  summary: 'Create a collection at the top level or in another collection',
  description: `All signed-in people may create collections at the top level. Specific to edu-repo: \`scope\` sets the rights. With \`EDU_ALL\` (also called \`PUBLIC\`), everyone may read the collection; with \`MY\`, only its owner. With any other scope, or none, a top-level collection is private until it gets an ACL, and other collections inherit the rights of their parent. ${listedNames}`,
  group,
  access: 'user',
  dryRun: true,
  params: parentPath,
  query: z.object(nodeForm),
  body: collectionBody,
  result: CollectionEntry,
});

export const getCollection = operation({
  method: 'GET',
  path,
  summary: 'Get a collection',
  group,
  access: 'guest',
  params: collectionPath,
  query: z.object({ ...nodeForm, ...propertyFilter }),
  result: CollectionEntry,
});

export const updateCollection = operation({
  method: 'PUT',
  path,
  summary: 'Update the properties and the scope of a collection',
  description: `Omitted properties do not change; an empty string removes a property. Specific to edu-repo: returns the collection. ${listedNames}`,
  group,
  access: 'user',
  dryRun: true,
  params: collectionPath,
  query: z.object(nodeForm),
  body: collectionBody,
  result: CollectionEntry,
  errors: [409],
});

export const deleteCollection = operation({
  method: 'DELETE',
  path,
  summary: 'Delete a collection',
  description:
    'Moves the collection and everything in it to the archive. The originals of its references are not affected.',
  group,
  access: 'user',
  dryRun: true,
  params: collectionPath,
  result: 'empty',
});

export const setCollectionIcon = operation({
  method: 'POST',
  path: `${path}/icon`,
  summary: 'Set the custom preview of a collection',
  description: 'Works like `uploadPreview`. Specific to edu-repo: returns the collection.',
  group,
  access: 'user',
  params: collectionPath,
  query: z.object({
    mimetype: z.string().optional().describe('Specific to edu-repo: ignored; the type is detected from the image.'),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'file' },
  result: CollectionEntry,
  errors: [413],
});

export const removeCollectionIcon = operation({
  method: 'DELETE',
  path: `${path}/icon`,
  summary: 'Remove the custom preview of a collection',
  description: 'Specific to edu-repo: returns the collection.',
  group,
  access: 'user',
  dryRun: true,
  params: collectionPath,
  query: z.object(nodeForm),
  result: CollectionEntry,
});

export const listCollectionChildren = operation({
  method: 'GET',
  path: `${path}/children`,
  summary: 'List collections and references in a collection',
  description: 'Paging applies to each of the two lists.',
  group,
  access: 'guest',
  params: parentPath,
  query: z.object({ ...scope, ...listQuery }),
  result: CollectionChildren,
});

export const listCollections = operation({
  method: 'GET',
  path: `${path}/children/collections`,
  summary: 'List the collections in a collection or at the top level',
  description:
    "Without sort parameters, the list has the collection's own order. At the top level, pinned collections come first.",
  group,
  access: 'guest',
  params: parentPath,
  query: z.object({ ...scope, ...listQuery }),
  result: CollectionEntries,
});

export const listReferences = operation({
  method: 'GET',
  path: `${path}/children/references`,
  summary: 'List the references in a collection',
  description:
    "A reference gives no rights on its original, so it is listed only for callers who may read the original. Without sort parameters, the list has the collection's own order.",
  group,
  access: 'guest',
  params: parentPath,
  query: z.object(listQuery),
  result: ReferenceEntries,
});

export const addReference = operation({
  method: 'PUT',
  path: `${path}/references/{node}`,
  summary: 'Add a node to a collection as a reference',
  description:
    'The caller must have the right to read the node. Returns 409 if the collection already has a reference to it. Specific to edu-repo: returns the reference.',
  group,
  access: 'user',
  dryRun: true,
  params: referencePath,
  query: z.object(nodeForm),
  result: NodeEntry,
  errors: [409],
});

export const removeReference = operation({
  method: 'DELETE',
  path: `${path}/references/{node}`,
  summary: 'Remove a reference from a collection',
  description: 'Accepts the ID of the reference or of the original. The original is not affected.',
  group,
  access: 'user',
  dryRun: true,
  params: referencePath,
  result: 'empty',
});

const maxOrderedNodes = 10_000;

const nodeIds = z.array(z.string()).max(maxOrderedNodes);

export const orderCollection = operation({
  method: 'POST',
  path: `${path}/order`,
  summary: 'Set the order of a collection',
  description:
    'The body lists the IDs of references, originals or child collections. Entries that are not listed come last. An empty list removes the manual order.',
  group,
  access: 'user',
  dryRun: true,
  params: collectionPath,
  body: { kind: 'json', name: 'order', schema: nodeIds },
  result: 'empty',
});

export const pinCollections = operation({
  method: 'POST',
  path: '/collection/v1/collections/{repository}/pinning',
  summary: 'Set the pinned collections of the top level',
  description: 'The body lists their IDs in order. All other collections are unpinned.',
  group,
  access: 'admin',
  dryRun: true,
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
      .describe(
        'Searched for in title, description and keywords. `*` matches any characters; an empty query matches all.',
      ),
    ...paging({ defaultSize: 10 }),
    ...nodeForm,
    ...propertyFilter,
  }),
  result: CollectionEntries,
});

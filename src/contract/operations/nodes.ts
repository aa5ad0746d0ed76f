import { z } from 'zod';
import { childrenQuery } from '../objects/children-query.ts';
import { nodePath, paging, repositoryParam } from '../objects/common.ts';
import { NodeEntries, NodeEntry } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { AclInput, NodePermissionEntry } from '../objects/permissions.ts';
import { Properties, PropertyName } from '../objects/properties.ts';
import { explain, SearchResult, searchQuery } from '../objects/search.ts';
import { operation } from '../operation.ts';

const group = 'node';

const facetNames = z.array(z.string().max(300)).max(100).default([]);

const propertiesBody = { kind: 'json', name: 'properties', schema: Properties } as const;

const unknownWords =
  'Choice of edu-repo: properties and aspects that are not in the dictionary, but in one of its namespaces, are kept as text and named in the header `X-Edu-Unknown-Properties` of the answer; a namespace that is not registered is 400, and so is a value that a known property cannot have.';

const changedProperties = `Properties that are not named stay as they are; \`null\`, or no value at all, removes one. What only the repository itself says is left aside. ${unknownWords}`;

const versionComment = z
  .string()
  .max(10_000)
  .default('')
  .describe('Said beside the new version. Choice of edu-repo: a missing one is an empty one.');

export const createNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children',
  summary: 'Make a child of a folder',
  description: `Choice of edu-repo: a link, which has \`ccm:wwwurl\`, takes its name from that address where no \`cm:name\` is sent. ${unknownWords}`,
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    type: z.string().describe('The type of the node: `ccm:io` for content, `ccm:map` for a folder.'),
    aspects: z.array(z.string()).default([]).describe('Repeat the parameter for several, or part them by commas.'),
    renameIfExists: z
      .boolean()
      .default(false)
      .describe('Where a sibling has the name, take ` - 1`, ` - 2` … instead of answering 409.'),
    versionComment,
    ...nodeForm,
  }),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const getNode = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Read a node',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object({ ...propertyFilter, ...nodeForm }),
  result: NodeEntry,
});

export const updateMetadata = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Change properties of a node without making a version',
  description: changedProperties,
  group,
  access: 'user',
  params: nodePath,
  query: z.object(nodeForm),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const createMetadataVersion = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Change properties of a node in a new version',
  description: changedProperties,
  group,
  access: 'user',
  params: nodePath,
  query: z.object({ versionComment, ...nodeForm }),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const setProperty = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/property',
  summary: 'Set or remove one property of a node without making a version',
  description: `As later servers have it. Choice of edu-repo: answers the node; what only the repository itself says is 400. ${unknownWords}`,
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    property: PropertyName,
    value: z.array(z.string()).optional().describe('Repeat the parameter for several; without it the property goes.'),
    ...nodeForm,
  }),
  result: NodeEntry,
  errors: [409],
});

export const uploadContent = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/content',
  summary: 'Put content into a node, in a new version',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    versionComment,
    mimetype: z
      .string()
      .optional()
      .describe('Choice of edu-repo: where it is missing, the type of the part or of the name is taken.'),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'file' },
  result: NodeEntry,
  errors: [413],
});

export const listChildren = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/children',
  summary: 'List the children of a folder',
  description:
    'Folders first, then by name, unless the query says otherwise. Only what the caller may read is listed and counted. Some ids are lists and no folders; other calls answer 400 to them. `-shared_files-`: the shared folders of the organizations that the caller belongs to. `-to_me_shared_files-`: what others let the caller have by a list of its own, in their name or a group’s, but not what everybody has; what lies in another one of these is left out. `-to_me_shared_files_personal-`: the same in the caller’s name only. `-my_shared_files-`: what is the caller’s and has a list of its own that names others. Choice of edu-repo: `-inbox-`, `-saved_search-`, `-workflow_receive-` and `-frontpage-`, which stand for what this repository does not have, are empty.',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object({ ...childrenQuery, ...paging({ defaultSize: 500 }), ...propertyFilter, ...nodeForm }),
  result: NodeEntries,
});

export const resolvePath = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/_resolve',
  summary: 'Find a node by its path below another one',
  description:
    'Choice of edu-repo. Names are compared exactly; one that matches nothing is tried in the other Unicode form. What the caller may not read is not found.',
  group,
  access: 'guest',
  params: nodePath,
  query: z.object({ path: z.string().max(100_000).describe('Names joined by `/`.'), ...nodeForm }),
  result: NodeEntry,
});

export const deleteNode = operation({
  method: 'DELETE',
  path: '/node/v1/nodes/{repository}/{node}',
  summary: 'Delete a node and all below it',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({
    recycle: z
      .boolean()
      .default(true)
      .describe(
        'Into the archive, with all below it; with `false` it is gone for ever. Choice of edu-repo: for good, everything below must be the caller’s to delete; what others add at that very moment goes with it.',
      ),
    protocol: z.string().optional().describe('Sent by administration of other servers; means nothing here.'),
    store: z.string().optional().describe('The same.'),
  }),
  result: 'empty',
});

export const searchNodes = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Search nodes',
  description:
    'Bare words are found in name, title, description, keywords and text, also by their beginning and with one typo; `field:value` looks in one property. Only what the caller may read is found and counted.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  query: z.object({
    query: z.string().max(4096).describe('Words, `"phrases"`, `field:value`, `+must`, `-not`, `prefix*`.'),
    facettes: facetNames.describe(
      'Properties to count values of; repeat the parameter. Choice of edu-repo: the 10,000 most frequent values of each are told, and `sumOtherDocCount` says how much is left out, such as values of more than 1,000 bytes.',
    ),
    facets: facetNames.describe('The later name of `facettes`.'),
    ...searchQuery,
    ...explain,
    ...paging({ defaultSize: 10 }),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: SearchResult,
});

export const getPermissions = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/permissions',
  summary: 'Read who may do what with a node',
  group,
  access: 'user',
  params: nodePath,
  result: NodePermissionEntry,
});

export const setPermissions = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/permissions',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Replace the local permissions of a node',
  description:
    'In force at once, for all that inherits too. Choice of edu-repo: whatever is unknown in the list is 400, naming all of it; so is `Deny`, which would take nothing away.',
  group,
  access: 'user',
  params: nodePath,
  body: { kind: 'json', name: 'permissions', schema: AclInput },
  result: 'empty',
});

import { z } from 'zod';
import { requiredInContract } from '../contract-required.ts';
import { childrenQuery } from '../objects/children-query.ts';
import { nodePath, paging, repositoryParam } from '../objects/common.ts';
import { NodeEntries, NodeEntry, RightNames } from '../objects/node.ts';
import { nodeForm, propertyFilter } from '../objects/node-form.ts';
import { AclInput, NodePermissionEntry } from '../objects/permissions.ts';
import { Properties, PropertyName } from '../objects/properties.ts';
import { aboutHits, SearchResult, searchQuery } from '../objects/search.ts';
import { operation } from '../operation.ts';
import { separable } from '../wire-query.ts';

const group = 'node';

const facetNames = z.array(z.string().max(30_000)).max(100).default([]);

const propertiesBody = { kind: 'json', name: 'properties', schema: Properties } as const;

const unknownProperties =
  'Specific to edu-repo: properties and aspects that are not in the content model, but in one of its namespaces, are stored as text and listed in the response header `X-Edu-Unknown-Properties`. An unknown namespace returns 400, and so does a value that does not fit the type of a known property.';

const ignoredProperties =
  'Properties that only the repository can set are ignored, and listed in the response header `X-Edu-Ignored-Properties`.';

const changedProperties = `Omitted properties do not change; \`null\` or an empty list removes a property. ${ignoredProperties} ${unknownProperties}`;

const comment = z.string().max(10_000);

const versionComment = comment
  .default('')
  .describe('A comment on the new version. Specific to edu-repo: empty by default.');

export const createNode = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/children',
  summary: 'Create a child of a folder, or a child object of a file',
  description: `A child object is a file that belongs to another file, such as the solution of a worksheet. It is read, copied, moved and deleted with its file, belongs to its owner and inherits its rights; folders and searches do not show it. It has no child objects of its own. Specific to edu-repo: without \`cm:name\`, a link (a node with \`ccm:wwwurl\`) gets its name from its address. ${ignoredProperties} ${unknownProperties}`,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  longQuery: true,
  query: z.object({
    type: z.string().describe('The type of the node: `ccm:io` for content, `ccm:map` for a folder.'),
    aspects: separable(z.array(z.string()))
      .default([])
      .describe('Repeat the parameter for several, or separate them by commas.'),
    renameIfExists: z
      .boolean()
      .default(false)
      .describe(
        'Whether to add ` - 1`, ` - 2` … to the name if a sibling has the same name, instead of returning 409. Specific to edu-repo: with `true`, a name that no node can have (with slashes or control characters, or longer than 255 bytes) is cleaned instead of returning 400.',
      ),
    versionComment,
    assocType: z
      .string()
      .max(1000)
      .default('')
      .describe(
        '`ccm:childio` makes a child object of a file, and returns 400 for a folder; so does the aspect `ccm:io_childobject`, which a file in a folder may have too. All other values are ignored.',
      ),
    ...nodeForm,
  }),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const getNode = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Get a node',
  group,
  access: 'guest',
  byUsage: true,
  params: nodePath,
  query: z.object({ ...propertyFilter, ...nodeForm }),
  result: NodeEntry,
});

export const updateMetadata = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Update properties of a node without a new version',
  description: changedProperties,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object(nodeForm),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const createMetadataVersion = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/metadata',
  summary: 'Update properties of a node in a new version',
  description: changedProperties,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  longQuery: true,
  query: z.object({ versionComment: comment.describe('A comment on the new version. It may be empty.'), ...nodeForm }),
  body: propertiesBody,
  result: NodeEntry,
  errors: [409],
});

export const setProperty = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/property',
  summary: 'Set or remove one property of a node without a new version',
  description: `Specific to edu-repo: returns the node. Returns 400 for a property that only the repository can set. ${unknownProperties}`,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  longQuery: true,
  query: z.object({
    property: PropertyName,
    value: z
      .array(z.string())
      .optional()
      .describe('Repeat the parameter for several values. Without it, the property is removed.'),
    ...nodeForm,
  }),
  result: NodeEntry,
  errors: [409],
});

export const setAspects = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/aspects',
  summary: 'Replace the aspects of a node without a new version',
  description: `Specific to edu-repo: the aspects of collections, references and child objects are kept, and cannot be added, because other calls make such nodes. Names may be short or long. Returns the node. ${unknownProperties}`,
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object(nodeForm),
  body: { kind: 'json', name: 'aspects', schema: z.array(z.string().max(1000)).max(100) },
  result: NodeEntry,
});

export const uploadContent = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/content',
  summary: 'Upload the content of a node as a new version',
  group,
  access: 'user',
  params: nodePath,
  longQuery: true,
  query: z.object({
    versionComment: requiredInContract(
      comment
        .default('')
        .describe(
          'A comment on the new version. Specific to edu-repo: calls without it are accepted; it is then empty.',
        ),
    ),
    mimetype: requiredInContract(
      z
        .string()
        .optional()
        .describe(
          'The media type. Specific to edu-repo: calls without it are accepted. The default is the type that the form part states, or otherwise the type for the extension of the file name.',
        ),
    ),
    ...nodeForm,
  }),
  body: { kind: 'upload', field: 'file' },
  result: NodeEntry,
  errors: [413],
});

export const listChildren = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/children',
  summary: 'List the children of a folder, or the child objects of a file',
  description:
    "A file without child objects has an empty list, and a reference that of its original. The default order is folders first, then by name. Only children that the caller may read are listed and counted. Some IDs are special lists instead of folders; other calls return 400 for them. `-shared_files-`: the shared folders of the caller's organizations. `-to_me_shared_files-`: nodes of other people whose own ACL grants the caller access, directly or through a group, but not through everyone; nodes below another node of this list are left out. `-to_me_shared_files_personal-`: the same, but only with direct entries for the caller. `-my_shared_files-`: nodes of the caller whose own ACL names other people. `-collectionhome-` lists the top-level collections that the caller may read. Specific to edu-repo: `-saved_search-`, `-workflow_receive-` and `-frontpage-` are always empty; the query `saved_search` finds saved searches.",
  group,
  access: 'guest',
  params: nodePath,
  query: z.object({ ...childrenQuery, ...paging({ defaultSize: 500 }), ...propertyFilter, ...nodeForm }),
  result: NodeEntries,
});

export const resolvePath = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/_resolve',
  summary: 'Find a node by its path below another node',
  description:
    'Specific to edu-repo. Names must match exactly; a name without a match is tried in the other Unicode normalization form. Nodes that the caller may not read are not found.',
  group,
  access: 'guest',
  params: nodePath,
  longQuery: true,
  query: z.object({ path: z.string().max(100_000).describe('Names joined by `/`.'), ...nodeForm }),
  result: NodeEntry,
});

export const deleteNode = operation({
  method: 'DELETE',
  path: '/node/v1/nodes/{repository}/{node}',
  summary: 'Delete a node and everything below it',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({
    recycle: z
      .boolean()
      .default(true)
      .describe(
        'Whether to move the node to the archive. With `false`, it is deleted permanently. Specific to edu-repo: to delete permanently, the caller needs the right to delete everything below the node. Nodes that others add during the call are deleted too.',
      ),
    protocol: z.string().optional().describe('Ignored; some administration clients send it.'),
    store: z.string().optional().describe('Ignored; some administration clients send it.'),
  }),
  result: 'empty',
});

export const searchNodes = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Search nodes',
  description:
    'Searches the name, title, description, keywords and text. A word also matches longer words that start with it, and words with one typing error. `field:value` searches one property. Finds and counts only nodes that the caller may read.',
  group,
  access: 'guest',
  params: z.object({ repository: repositoryParam }),
  longQuery: true,
  query: z.object({
    query: z.string().max(4096).describe('Words, `"phrases"`, `field:value`, `+must`, `-not`, `prefix*`.'),
    facettes: facetNames.describe(
      'The properties whose values are counted. Repeat the parameter for several, or separate them by commas; at most 100. Specific to edu-repo: returns the 10,000 most frequent values of each; `sumOtherDocCount` counts the rest, such as values of more than 1,000 bytes.',
    ),
    facets: facetNames.describe('The name of `facettes` in later server versions.'),
    ...searchQuery,
    ...aboutHits,
    ...paging({ defaultSize: 10 }),
    ...propertyFilter,
    ...nodeForm,
  }),
  result: SearchResult,
});

export const getPermissions = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/permissions',
  summary: 'Get the permissions of a node',
  description:
    'In the map form, an authority has one entry with all its `permissions`, and the strongest of them as `permission`. In the list form, each permission has its own entry.',
  group,
  access: 'user',
  params: nodePath,
  query: z.object({ ...nodeForm }),
  result: NodePermissionEntry,
});

export const getPermissionsOfPerson = operation({
  method: 'GET',
  path: '/node/v1/nodes/{repository}/{node}/permissions/{user}',
  summary: 'List the rights of a person on a node',
  description:
    'Returns the names that `access` of the node would have for this person. Callers may ask for their own rights on a node that they may read; for those of others they need `ReadPermissions`.',
  group,
  access: 'user',
  params: nodePath.extend({ user: z.string().max(300).describe('A user name, or `-me-`.') }),
  result: RightNames,
});

export const setPermissions = operation({
  method: 'PUT',
  path: '/node/v1/nodes/{repository}/{node}/permissions',
  alsoServedAs: [{ method: 'POST' }],
  summary: 'Replace the local permissions of a node',
  description:
    'Takes effect immediately, including on nodes that inherit these permissions. Specific to edu-repo: unknown people, groups or permissions return 400 with a message that names them. With `permissions.unknownAuthorities` in the configuration, unknown people and groups are skipped instead and listed in the response header `X-Edu-Ignored-Authorities`, or unknown groups are created. `Deny` also returns 400, because it is not supported.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  body: { kind: 'json', name: 'permissions', schema: AclInput },
  result: 'empty',
});

export const setOwner = operation({
  method: 'POST',
  path: '/node/v1/nodes/{repository}/{node}/owner',
  summary: 'Set the owner of a node',
  description:
    'The owner has all rights on the node. Its child objects that belong to the present owner get the new one too; the nodes in a folder keep theirs. Needs `TakeOwnership`, which owners, coordinators and administrators have. Specific to edu-repo: an unknown person returns 404, and a system folder such as a home folder 400.',
  group,
  access: 'user',
  dryRun: true,
  params: nodePath,
  query: z.object({ username: z.string().max(300).describe('The user name of the new owner, or `-me-`.') }),
  result: 'empty',
});

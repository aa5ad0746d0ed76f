import { z } from 'zod';
import { Rating } from './annotations.ts';
import { Collection } from './collection.ts';
import { DateTime, int32, NodeRef, NodeRefInLists, Pagination, Person, restOfList } from './common.ts';
import { inEitherForm } from './node-form.ts';
import { PropertyMap } from './properties.ts';

export const Preview = z.strictObject({
  url: z.string(),
  width: int32,
  height: int32,
  isIcon: z.boolean(),
  isGenerated: z.boolean(),
});

/** The rights in `access`, in the order of responses. */
const RightName = z.enum([
  'Read',
  'ReadPreview',
  'ReadAll',
  'Comment',
  'Embed',
  'Feedback',
  'RateRead',
  'DownloadContent',
  'AddChildren',
  'ReadPermissions',
  'ChangePermissions',
  'ReadChildren',
  'DeleteChildren',
  'Write',
  'Delete',
  'CCPublish',
]);

export const RightNames = z.array(RightName);
const contentAddress = z
  .string()
  .describe(
    'The address of the content. A node without content has one, too: it returns 404, or leads to `ccm:wwwurl`.',
  );

/** A node in map form, see `NodeForm`. */
export const Node = z.strictObject({
  ref: NodeRef,
  parent: NodeRef.nullable().describe('Specific to edu-repo: null for the top folder.'),
  type: z.string(),
  aspects: z.array(z.string()),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: DateTime,
  createdBy: Person,
  modifiedAt: DateTime,
  modifiedBy: Person,
  access: z.array(RightName),
  contentVersion: z.string(),
  contentUrl: contentAddress,
  properties: PropertyMap,
  mimetype: z.string().nullable(),
  size: z.string().nullable().describe('The size of the content in bytes.'),
  preview: Preview,
  isDirectory: z.boolean(),
  commentCount: z.int(),
  rating: Rating.nullable().describe('Null if the caller may not read ratings (`RateRead`).'),
  metadataset: z.string(),
  repositoryType: z.string(),
  downloadUrl: z.string().nullable(),
  mediatype: z.string(),
  iconURL: z.string(),
  licenseURL: z.string().describe('The icon of the licence. Specific to edu-repo: empty if the node has no licence.'),
  license: z
    .strictObject({
      icon: z.string(),
      url: z.string().nullable().describe('The text of the licence; null if it has no common address.'),
    })
    .nullable()
    .describe('The licence of `ccm:commonlicense_key`; null for folders. A file without a licence has an icon alone.'),
  collection: Collection.nullable().describe('The properties of a collection; null for other nodes.'),
  originalId: z.string().optional().describe('For a reference in a collection: the ID of the original.'),
  accessOriginal: z
    .array(RightName)
    .optional()
    .describe("For a reference: the caller's rights on the original; empty if the caller may not read it."),
  owner: Person,
  content: z
    .strictObject({
      url: z
        .string()
        .describe(
          'The address of the content. Specific to edu-repo: always set, with a query. For a link without content, it leads to `ccm:wwwurl`; for other nodes without content, it returns 404.',
        ),
      hash: z.string().nullable().optional(),
      version: z.string().nullable(),
    })
    .describe(
      'Specific to edu-repo: `hash` is the SHA-256 of the content; null if there is no content; missing if the caller may not read it.',
    ),
  isPublic: z.boolean(),
  archivedFrom: z
    .string()
    .nullable()
    .optional()
    .describe(
      "Specific to edu-repo: only in lists of the archive. The path of the former parent folder. It starts with `/` at the top folder, with `~/` at the caller's home folder, or otherwise below the nearest folder that the caller may not read. Null if the folder no longer exists or the caller may not read it.",
    ),
});

export const NodeAccess = z.strictObject({ permission: RightName, hasRight: z.boolean() });

export const NodeProperty = z.strictObject({ name: z.string(), values: z.array(z.string()) });

/** The preview in list form, which has fewer fields. */
const PreviewInLists = Preview.pick({ url: true, width: true, height: true });

/** A node in list form, see `NodeForm`. It has only the fields of the contract. Fields without a value are omitted. */
export const NodeInLists = z.strictObject({
  ref: NodeRefInLists,
  parent: NodeRefInLists.optional().describe('Specific to edu-repo: missing for the top folder.'),
  type: z.string(),
  aspects: z.array(z.string()),
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  createdAt: DateTime,
  createdBy: Person,
  modifiedAt: DateTime,
  modifiedBy: Person,
  access: z.array(NodeAccess).describe('Specific to edu-repo: all rights, and whether the caller has each of them.'),
  contentVersion: z.string(),
  contentUrl: contentAddress,
  properties: z.array(NodeProperty),
  mimetype: z.string().optional(),
  size: z.int().meta({ format: 'int64' }).optional(),
  preview: PreviewInLists,
});

/**
 * A node in the requested form (`nodeForm`). In TypeScript it is always the map form, because the typed client requests this form
 * and handlers return nodes as untyped `WrittenJson`.
 */
export const AnyNode = inEitherForm(Node, NodeInLists, 'repository');

export const NodeEntry = z.strictObject({ node: AnyNode });
/** The node of an imported item. */
export const ImportedNodeEntry = NodeEntry.extend({
  ignored: z
    .array(z.strictObject({ property: z.string(), reason: z.string() }))
    .optional()
    .describe('Specific to edu-repo: the properties that lost values, and why; missing if there are none.'),
});
export const NodeEntries = z.strictObject({ nodes: z.array(AnyNode), pagination: Pagination });

/** A node and the folders above it. */
export const ParentEntries = z.strictObject({
  nodes: z.array(AnyNode),
  scope: z
    .enum(['MY_FILES', 'SHARED_FILES'])
    .nullable()
    .describe(
      "Specific to edu-repo: where the list ends. `MY_FILES`: in the caller's home folder; `SHARED_FILES`: below a folder that the caller may not read; null: at the top folder.",
    ),
  pagination: Pagination,
});

export const NodeVersionRef = z.strictObject({ node: NodeRef, major: int32, minor: int32 });

/** A version in map form, see `NodeForm`. Only calls that ask for it, and lists of later server versions, return it. */
export const NodeVersion = z.strictObject({
  version: NodeVersionRef,
  comment: z.string(),
  modifiedAt: DateTime,
  modifiedBy: Person,
  contentUrl: z.string().optional().describe('The address of the content. Missing if the version has none.'),
  properties: PropertyMap,
});

/** A version in list form. */
export const NodeVersionInLists = NodeVersion.extend({ properties: z.array(NodeProperty) });

/** A version in the requested form. In TypeScript it is always the map form, as for `AnyNode`. */
export const NodeVersionEntry = z.strictObject({ version: inEitherForm(NodeVersion, NodeVersionInLists, 'list') });
export const NodeVersionEntries = z.strictObject({
  versions: z.array(inEitherForm(NodeVersion, NodeVersionInLists, 'repository')),
  pagination: restOfList,
});
export const NodeVersionRefEntries = z.strictObject({ versions: z.array(NodeVersionRef) });

import { z } from 'zod';
import { DateTime, NodeRef, Pagination, Person } from './common.ts';
import { PropertyMap } from './properties.ts';

/** Preview (2.2), later form. */
export const Preview = z.strictObject({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  isIcon: z.boolean(),
  isGenerated: z.boolean(),
});

/** The rights that `access` can name, in the order in which they are answered. */
export const RightName = z.enum([
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

/** Node (2.3), map form. */
export const Node = z.strictObject({
  ref: NodeRef,
  parent: NodeRef.nullable().describe('Choice of edu-repo: null at the top folder.'),
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
  contentUrl: z.string(),
  properties: PropertyMap,
  mimetype: z.string().nullable(),
  size: z.int().nullable(),
  preview: Preview,
  isDirectory: z.boolean(),
  commentCount: z.int(),
  metadataset: z.string(),
  repositoryType: z.string(),
  downloadUrl: z.string().nullable(),
  mediatype: z.string(),
  iconURL: z.string(),
  licenseURL: z.string().describe('Choice of edu-repo: empty where no licence is given.'),
  collection: z.null(),
  owner: Person,
  content: z
    .strictObject({
      url: z.string().nullable(),
      hash: z.string().nullable().optional(),
      version: z.string().nullable(),
    })
    .describe(
      'As later servers answer it. Choice of edu-repo: `hash` is the SHA-256 of the bytes; null: no content; missing: the caller may not read it.',
    ),
  isPublic: z.boolean(),
});

export const NodeEntry = z.strictObject({ node: Node });
export const NodeEntries = z.strictObject({ nodes: z.array(Node), pagination: Pagination });

/** NodeVersionRef (2.4). */
export const NodeVersionRef = z.strictObject({ node: NodeRef, major: z.int(), minor: z.int() });

/** NodeVersion (2.4). */
export const NodeVersion = z.strictObject({
  version: NodeVersionRef,
  comment: z.string(),
  modifiedAt: DateTime,
  modifiedBy: Person,
  contentUrl: z.string().nullable(),
  properties: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
});

export const NodeVersionEntry = z.strictObject({ version: NodeVersion });
export const NodeVersionRefEntries = z.strictObject({ versions: z.array(NodeVersionRef) });

const Value = z.strictObject({ value: z.string(), count: z.int() });
const Facette = z.strictObject({ property: z.string(), values: z.array(Value) });

/** SearchResult (2.8): facets under their old and their new name. */
export const SearchResult = z.strictObject({
  nodes: z.array(Node),
  pagination: Pagination,
  facettes: z.array(Facette),
  facets: z.array(Facette),
});

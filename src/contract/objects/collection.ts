import { z } from 'zod';
import { Properties } from './properties.ts';

const scopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM', 'CUSTOM_PUBLIC'] as const;

/** Who can read a collection, as a summary of its ACL. */
const CollectionScope = z.enum(scopes);

/** The names of scopes in later server versions. */
const laterScopes = { PUBLIC: 'EDU_ALL', ORGANIZATION: 'EDU_GROUPS' } as const;

type LaterScope = keyof typeof laterScopes;

const laterNames = ['PUBLIC', 'ORGANIZATION'] as const satisfies readonly LaterScope[];

const isLaterName = (scope: string): scope is LaterScope => Object.hasOwn(laterScopes, scope);

/** A scope in a request, by any of its names. */
const CollectionScopeInput = z
  .enum([...scopes, ...laterNames])
  .transform((scope) => (isLaterName(scope) ? laterScopes[scope] : scope));

/** The properties of a collection in addition to those of its node. */
export const Collection = z.strictObject({
  level0: z.boolean().describe('Whether the collection is at the top level.'),
  title: z.string(),
  description: z.string().nullable(),
  color: z.string().nullable(),
  type: z.string(),
  viewtype: z.string(),
  orderMode: z
    .string()
    .nullable()
    .describe('`custom`: the manual order; a property name: sorted by this property; null: sorted by title.'),
  orderAscending: z.boolean(),
  scope: CollectionScope.describe(
    'Specific to edu-repo: derived from the effective ACL. `EDU_ALL`: everyone may read the collection; `MY`: only its owner; `EDU_GROUPS`: only groups; `CUSTOM`: individual people, and possibly groups.',
  ),
  pinned: z.boolean(),
  fromUser: z.boolean().describe('Whether the caller owns the collection.'),
  childCollectionsCount: z.int().describe('The number of direct child collections that the caller may read.'),
  childReferencesCount: z.int().describe('The number of references whose originals the caller may read.'),
  hiddenReferencesCount: z
    .int()
    .describe('Specific to edu-repo: the number of references whose originals are not shared with the caller.'),
});

const maxTextLength = 10_000;

const text = z.string().max(maxTextLength).nullable().optional();

const CollectionFieldsInput = z.object({
  title: text,
  description: text,
  color: text,
  type: text,
  viewtype: text,
  orderMode: text,
  orderAscending: z.boolean().nullable().optional(),
  scope: CollectionScopeInput.nullable().optional(),
});

/**
 * The request body for creating and updating a collection: a node with its `collection`. Other fields of a node are ignored, so
 * that clients can send back a node that they received.
 */
export const CollectionNodeInput = z.object({
  title: text,
  name: text,
  description: text,
  properties: Properties.nullable().optional(),
  collection: CollectionFieldsInput.nullable().optional(),
});

/** Which top-level collections to list. */
export const CollectionFilter = z
  .enum([...scopes, ...laterNames, 'RECENT', 'TYPE_EDITORIAL', 'TYPE_MEDIA_CENTER'])
  .transform((scope) => (isLaterName(scope) ? laterScopes[scope] : scope));

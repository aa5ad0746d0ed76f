import { z } from 'zod';
import { Properties } from './properties.ts';

const scopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM', 'CUSTOM_PUBLIC'] as const;

/** For whom a collection is. */
export const CollectionScope = z.enum(scopes);

/** What later servers tell of a collection beside its node. */
export const Collection = z.strictObject({
  level0: z.boolean().describe('It lies in no other collection.'),
  title: z.string(),
  description: z.string().nullable(),
  color: z.string().nullable(),
  type: z.string(),
  viewtype: z.string(),
  orderMode: z.string().nullable().describe('`custom`: by hand; a property: by this; null: by title.'),
  orderAscending: z.boolean(),
  scope: CollectionScope.describe(
    'Choice of edu-repo: what the rights in force say. `EDU_ALL`: everybody may read it; `MY`: nobody but its owner; `EDU_GROUPS`: groups; `CUSTOM`: people as well.',
  ),
  pinned: z.boolean(),
  fromUser: z.boolean().describe('It belongs to the caller.'),
  childCollectionsCount: z.int().describe('What lies in it itself and the caller may read.'),
  childReferencesCount: z.int().describe('The same; of references those whose originals the caller may read.'),
});

const longestText = 10_000;

const text = z.string().max(longestText).nullable().optional();

const CollectionGiven = z.object({
  title: text,
  description: text,
  color: text,
  type: text,
  viewtype: text,
  orderMode: text,
  orderAscending: z.boolean().nullable().optional(),
  scope: CollectionScope.nullable().optional(),
});

/**
 * The body of the calls that make and change a collection: a node with its `collection`, as later servers take it. Other
 * fields of a node that was answered may be sent back, and are left aside.
 */
export const CollectionNodeInput = z.object({
  title: text,
  name: text,
  description: text,
  properties: Properties.nullable().optional(),
  collection: CollectionGiven.nullable().optional(),
});

const listScopes = [...scopes, 'RECENT'] as const;

/** Which collections at the top are listed. */
export const CollectionFilter = z.enum(listScopes);

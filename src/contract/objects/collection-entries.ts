import { z } from 'zod';
import { Pagination } from './common.ts';
import { AnyNode } from './node.ts';

export const CollectionEntry = z.strictObject({ collection: AnyNode });
export const CollectionEntries = z.strictObject({ collections: z.array(AnyNode), pagination: Pagination });
export const ReferenceEntries = z.strictObject({ references: z.array(AnyNode), pagination: Pagination });

/** Child collections and references in one response. `pagination` counts both. */
export const CollectionChildren = z.strictObject({
  collections: z.array(AnyNode),
  references: z.array(AnyNode),
  pagination: Pagination,
});

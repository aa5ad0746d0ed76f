import { z } from 'zod';
import { Pagination } from './common.ts';
import { AnyNode } from './node.ts';

/** The results of the collection operations, in the form of later server versions. */
export const CollectionEntry = z.strictObject({ collection: AnyNode });
export const CollectionEntries = z.strictObject({ collections: z.array(AnyNode), pagination: Pagination });
export const ReferenceEntries = z.strictObject({ references: z.array(AnyNode), pagination: Pagination });

/** Both lists in one response, in the form of server 4.1. `pagination` counts both. */
export const CollectionChildren = z.strictObject({
  collections: z.array(AnyNode),
  references: z.array(AnyNode),
  pagination: Pagination,
});

import { z } from 'zod';
import { Pagination } from './common.ts';
import { AnyNode } from './node.ts';

/** The answers of the collection calls, as later servers give them. */
export const CollectionEntry = z.strictObject({ collection: AnyNode });
export const CollectionEntries = z.strictObject({ collections: z.array(AnyNode), pagination: Pagination });
export const ReferenceEntries = z.strictObject({ references: z.array(AnyNode), pagination: Pagination });

/** Both lists at once, as servers of 4.1 answered them; `pagination` counts both. */
export const CollectionChildren = z.strictObject({
  collections: z.array(AnyNode),
  references: z.array(AnyNode),
  pagination: Pagination,
});

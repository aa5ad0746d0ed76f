import { createMutex } from '../../../src/base/scheduling/mutex.ts';
import { createMetadataCatalog } from '../../../src/domain/metadata/metadata-catalog.ts';
import type { MetadataCollection } from '../../../src/domain/metadata/metadata-set.ts';
import type { MetadataSets } from '../../../src/ports/metadata-sets.ts';

const replaced = <T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] => [
  ...new Map([...before, ...after].map((value) => [value.id, value])).values(),
];

/** Sets and value lists that are gone with the process. */
export function createMemoryMetadataSets(given: MetadataCollection = { sets: [], valueLists: [] }): MetadataSets {
  const turns = createMutex();
  let catalog = createMetadataCatalog(given);
  return {
    current: async () => catalog,
    problems: () => [],
    change: (make) =>
      turns.take(async () => {
        const { collection, result } = await make(catalog);
        const { written } = catalog;
        catalog = createMetadataCatalog({
          sets: replaced(written.sets, collection.sets),
          valueLists: replaced(written.valueLists, collection.valueLists),
        });
        return result;
      }),
    follow: async () => undefined,
    stop: async () => undefined,
  };
}

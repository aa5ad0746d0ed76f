import { readdir } from 'node:fs/promises';
import { expect, vi } from 'vitest';

/** The names of the tables of an open store, once LevelDB no longer merges them in the background. */
export async function settledTables(store: string): Promise<string[]> {
  let tables: string[] = [];
  await vi.waitFor(
    async () => {
      const earlier = tables;
      tables = (await readdir(store)).filter((name) => name.endsWith('.ldb')).toSorted();
      expect(tables.length).toBeGreaterThan(0);
      expect(tables).toEqual(earlier);
    },
    { interval: 300, timeout: 120_000 },
  );
  return tables;
}

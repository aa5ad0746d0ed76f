import type { Store } from '../../ports/store.ts';

/** The number of records deleted in one change. Other changes have to wait for it. */
const batchSize = 200;

/** Deletes the records of renditions whose keys meet a condition. Resolves to their number. */
export async function deleteWhere(
  store: Store,
  kind: 'texts' | 'nodeTexts' | 'pictures',
  isDue: (key: string) => Promise<boolean>,
): Promise<number> {
  const due: string[] = [];
  for await (const key of store[kind].keys()) if (await isDue(key)) due.push(key);
  for (let start = 0; start < due.length; start += batchSize) {
    await store.change(async (change) => {
      for (const key of due.slice(start, start + batchSize)) change[kind].delete(key);
    });
  }
  return due.length;
}

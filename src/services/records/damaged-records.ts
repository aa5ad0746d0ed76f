import { DamagedRecord } from '../../ports/store.ts';

/** Resolves to undefined if the record is damaged, after a call of `report`. Rejects with all other errors. */
export async function unlessDamaged<T>(
  record: Promise<T>,
  report?: (error: DamagedRecord) => void,
): Promise<T | undefined> {
  try {
    return await record;
  } catch (error) {
    if (!(error instanceof DamagedRecord)) throw error;
    report?.(error);
    return undefined;
  }
}

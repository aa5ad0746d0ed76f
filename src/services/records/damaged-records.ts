import { DamagedRecord } from '../../ports/store.ts';

/** Reads a record that may be damaged. If it is, calls `report` and resolves to undefined. Rejects with all other errors. */
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

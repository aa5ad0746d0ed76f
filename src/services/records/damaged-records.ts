import { RepositoryError } from '../../base/errors/errors.ts';
import { type Collection, DamagedRecord } from '../../ports/store.ts';

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

/** All records of a kind in key order. Calls `report` for each damaged one, and leaves it out. */
export async function* readableEntries<T>(
  collection: Pick<Collection<T>, 'entries'>,
  report: (error: DamagedRecord) => void,
): AsyncGenerator<readonly [string, T]> {
  for (let after: string | null = ''; after !== null; ) {
    try {
      yield* collection.entries({ after });
      after = null;
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      report(error);
      after = error.key;
    }
  }
}

/** The failure to report to a caller if a damaged content was read; undefined for all other errors. */
export const damagedContentFailure = (error: unknown): RepositoryError | undefined =>
  error instanceof DamagedRecord && error.kind === 'content'
    ? new RepositoryError(
        'StorageFailed',
        `The content ${error.key} is damaged: its checksum does not match. Ask an administrator to restore it from a backup of the data directory.`,
        { cause: error },
      )
    : undefined;

import { countFailure, countFile } from '../transfer/tally.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import type { FileRow, RowResult } from './file-row.ts';

/** Counts a row that was uploaded, or that did not need to be. */
export async function rowDone(row: FileRow, result: RowResult, { tally, observer }: TransferSettings): Promise<void> {
  await observer?.done(row, result);
  countFile(tally, result.outcome, result.size);
  if (result.metadataChanged) tally.metadataChanged += 1;
}

/** Counts a row that failed. */
export function rowFailed(row: FileRow, error: unknown, { tally, observer }: TransferSettings): void {
  countFailure(tally, row.path, error);
  observer?.failed(row, error);
}

import type { CommitNumber } from '../../base/ids.ts';
import { type ChangeLogRow, TrimmedChanges } from '../../ports/store.ts';
import { commitOfLogKey } from './keys.ts';
import { decodeRecord } from './record-codec.ts';

/**
 * The changes after `commit`, from the stored rows of the change log behind it. Rejects with `TrimmedChanges` if the log has been
 * trimmed beyond `commit`, and with `DamagedRecord` at a row whose checksum does not match.
 */
export async function* changesAfter(
  commit: CommitNumber,
  lastTrimmed: CommitNumber,
  rows: AsyncIterable<readonly [string, Buffer]>,
): AsyncGenerator<ChangeLogRow> {
  if (commit < lastTrimmed) throw new TrimmedChanges(commit, lastTrimmed);
  for await (const [stored, record] of rows) {
    const number = commitOfLogKey(stored);
    // The checksum proves that these are the keys that the change writer encoded.
    yield { commit: number, keys: decodeRecord(stored, record, 'log', String(number)) as ChangeLogRow['keys'] };
  }
}

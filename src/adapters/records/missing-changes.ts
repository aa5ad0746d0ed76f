import type { CommitNumber } from '../../base/ids.ts';
import type { StoreDamage } from '../../ports/store.ts';
import { commitOfLogKey, logKey } from './keys.ts';
import type { Write } from './pending-writes.ts';
import { encodeRecord } from './record-codec.ts';

/** The range of missing changes, from the first to the last. */
export type MissingChanges = readonly [first: CommitNumber, last: CommitNumber];

/** Finds the gaps in the keys of the change log, and the changes between its end and `acknowledged`. */
export async function findMissingChanges(
  logKeys: AsyncIterable<string>,
  acknowledged: CommitNumber,
): Promise<MissingChanges[]> {
  const missing: MissingChanges[] = [];
  let last: CommitNumber | undefined;
  for await (const key of logKeys) {
    const commit = commitOfLogKey(key);
    if (last !== undefined && commit > last + 1) missing.push([last + 1, commit - 1]);
    last = commit;
  }
  if (acknowledged > (last ?? 0)) missing.push([(last ?? 0) + 1, acknowledged]);
  return missing;
}

export const damageOfMissing = (location: string, [first, last]: MissingChanges): StoreDamage => ({
  location,
  message:
    first === last
      ? `change ${first} is missing, although the server acknowledged it`
      : `changes ${first} to ${last} are missing, although the server acknowledged them`,
});

/**
 * How many numbers the restarted change log skips: more than can be lost without a trace, so that no number is used
 * twice. The gap makes followers of the change log process all records.
 */
const skippedNumbers = 1_000_000;
const maxBatchSize = 1_000;

/** Restarts the change log after the last number that may have been acknowledged. Resolves to its first number. */
export async function restartChangeLog(
  logKeys: AsyncIterable<string>,
  write: (writes: readonly Write[]) => Promise<void>,
  acknowledged: CommitNumber,
): Promise<CommitNumber> {
  const first = acknowledged + skippedNumbers;
  const row = logKey(first);
  let writes: Write[] = [[row, encodeRecord(row, [])]];
  for await (const key of logKeys) {
    if (key === row) continue;
    writes.push([key, null]);
    if (writes.length < maxBatchSize) continue;
    await write(writes);
    writes = [];
  }
  await write(writes);
  return first;
}

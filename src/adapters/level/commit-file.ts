import { readFile } from 'node:fs/promises';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { Log } from '../../ports/log.ts';
import { writeDurably } from '../durable-files/durable-files.ts';
import { crc32c } from './format/crc32c.ts';

/**
 * The highest commit number, in a file outside LevelDB. LevelDB can lose the tail of its log and then open without an
 * error. A number here that is higher than the store's reveals the loss.
 */
export interface CommitFile {
  /** Call this when the last number rose. It is saved soon. */
  readonly changed: () => void;
  /** Saves the last number, after a save that is running. */
  close(): Promise<void>;
}

/** A loss of earlier changes is noticed at the next start. The save itself takes some milliseconds, or more on a busy disk. */
const saveDelayMs = 500;

/** Saves `lastCommit()` at most twice a second, and only if it rose. `saved` is the number in the file. */
export function openCommitFile(
  path: string,
  saved: CommitNumber,
  lastCommit: () => CommitNumber,
  log: Log,
): CommitFile {
  let last = saved;

  const save = async (): Promise<void> => {
    const commit = lastCommit();
    if (commit <= last) return;
    await writeCommitFile(path, commit);
    last = commit;
  };

  // Saves write the same temporary file, so they may not overlap.
  const saves = createMutex();
  const saveOrWarn = (): Promise<void> =>
    saves
      .take(save)
      .catch((error: unknown) => log.warn('The commit number could not be saved.', { reason: messageOf(error) }));

  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void saveOrWarn();
    }, saveDelayMs).unref();
  };
  // A process that was killed may have left a lower number.
  changed();
  return {
    changed,
    async close() {
      clearTimeout(timer);
      await saveOrWarn();
    },
  };
}

const checksumOf = (number: string): string => crc32c(Buffer.from(number)).toString(16).padStart(8, '0');

/** The checksum comes first, so that no cut file passes for one of an earlier version, which has only the number. */
const fileForm = /^(?:crc32c:(?<checksum>[0-9a-f]{8}) )?(?<number>\d+)$/;

/** The number in the file; 0 if there is no file yet, undefined if the file contains no number or another one than was written. */
export async function readCommitFile(path: string): Promise<CommitNumber | undefined> {
  try {
    const { checksum, number = '' } = fileForm.exec((await readFile(path, 'utf8')).trim())?.groups ?? {};
    if (number === '' || (checksum !== undefined && checksum !== checksumOf(number))) return undefined;
    const commit = Number(number);
    return Number.isSafeInteger(commit) ? commit : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** A power failure leaves either the old or the new number. The new one is on disk when the promise resolves. */
export async function writeCommitFile(path: string, commit: CommitNumber): Promise<void> {
  await writeDurably(path, `crc32c:${checksumOf(String(commit))} ${commit}\n`);
}

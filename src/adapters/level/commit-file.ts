import { readFile } from 'node:fs/promises';
import { messageOf, systemErrorCode } from '../../base/errors/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { Log } from '../../ports/log.ts';
import { writeDurably } from '../durable-files/durable-files.ts';

/**
 * The highest commit number, in a file outside LevelDB. LevelDB can lose the tail of its log and then open without an
 * error. A number here that is higher than the store's reveals the loss.
 */
export interface CommitFile {
  /** Saves the last number, after a save that is running. */
  close(): Promise<void>;
}

const saveIntervalMs = 5_000;

/** Saves `lastCommit()` every few seconds if it rose. `saved` is the number in the file. */
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

  const timer = setInterval(saveOrWarn, saveIntervalMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await saveOrWarn();
    },
  };
}

/** The number in the file; 0 if there is no file yet, undefined if the file contains no number. */
export async function readCommitFile(path: string): Promise<CommitNumber | undefined> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    const commit = Number(text);
    return /^\d+$/.test(text) && Number.isSafeInteger(commit) ? commit : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** A power failure leaves either the old or the new number. The new one is on disk when the promise resolves. */
export async function writeCommitFile(path: string, commit: CommitNumber): Promise<void> {
  await writeDurably(path, `${commit}\n`);
}

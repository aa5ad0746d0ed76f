import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, systemErrorCode } from '../../base/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';
import type { Log } from '../../ports/log.ts';

/**
 * The highest commit number, kept outside LevelDB: LevelDB can lose the tail of its log without noticing, and then
 * opens as if nothing had been there. A number here that is higher than the store's tells.
 */
export interface CommitFile {
  /** The number that was found at the start. */
  readonly saved: CommitNumber;
  /** The store did not reach the number that was found: it has lost changes. Nothing is written here then. */
  readonly ahead: boolean;
  /** Saves the last number. */
  close(): Promise<void>;
}

const interval = 5_000;

/** Saves `lastCommit()` every few seconds where it rose. */
export async function openCommitFile(path: string, lastCommit: () => CommitNumber, log: Log): Promise<CommitFile> {
  const found = await readCommitFile(path);
  const ahead = found > lastCommit();
  let saved = found;

  const save = async (): Promise<void> => {
    const commit = lastCommit();
    if (ahead || commit <= saved) return;
    await writeCommitFile(path, commit);
    saved = commit;
  };

  const saveOrWarn = (): Promise<void> =>
    save().catch((error: unknown) => log.warn('The commit number could not be saved.', { reason: messageOf(error) }));

  const timer = setInterval(saveOrWarn, interval);
  timer.unref();
  return {
    saved: found,
    ahead,
    async close() {
      clearInterval(timer);
      await saveOrWarn();
    },
  };
}

async function readCommitFile(path: string): Promise<CommitNumber> {
  try {
    const commit = Number((await readFile(path, 'utf8')).trim());
    return Number.isSafeInteger(commit) && commit >= 0 ? commit : 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** On disk when it resolves; a cut leaves the old number or the new one. */
async function writeCommitFile(path: string, commit: CommitNumber): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${commit}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

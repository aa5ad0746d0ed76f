import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../base/errors.ts';
import type { CommitNumber } from '../../base/ids.ts';

/**
 * The highest commit number, kept outside LevelDB: LevelDB can lose the tail of its log without noticing, and then
 * opens as if nothing had been there. A number here that is higher than the store's tells.
 */
export async function readCommitFile(path: string): Promise<CommitNumber> {
  try {
    const commit = Number((await readFile(path, 'utf8')).trim());
    return Number.isSafeInteger(commit) && commit >= 0 ? commit : 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** On disk when it resolves; a cut leaves the old number or the new one. */
export async function writeCommitFile(path: string, commit: CommitNumber): Promise<void> {
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

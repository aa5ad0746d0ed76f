import { randomUUID } from 'node:crypto';
import { stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { KeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { ContentLayout } from './content-layout.ts';

/**
 * Deletes every content that `inUse` does not contain and that was written more than the grace period before the sweep.
 * A content that is written again during the sweep stays.
 */
export async function sweepContents(
  layout: ContentLayout,
  withLock: KeyedMutex,
  inUse: AsyncIterable<ContentHash>,
  graceMilliseconds: number,
): Promise<{ readonly removed: number }> {
  // Determined before the hashes in use are read, so that contents written during the sweep are newer.
  const newestToRemove = (await fileSystemTime(layout)) - graceMilliseconds;
  const used = new Set<ContentHash>();
  for await (const hash of inUse) used.add(hash);
  let removed = 0;
  for await (const hash of layout.contents()) {
    if (used.has(hash)) continue;
    if (await withLock(hash, () => removeOld(layout.file(hash), newestToRemove))) removed += 1;
  }
  return { removed };
}

/** The time of the file system, in milliseconds since 1970. It may differ from the time of this machine. */
async function fileSystemTime(layout: ContentLayout): Promise<number> {
  const probe = join(layout.unfinished, randomUUID());
  await writeFile(probe, '', { mode: 0o600 });
  const { mtimeMs } = await stat(probe);
  await unlink(probe);
  return mtimeMs;
}

async function removeOld(path: string, newestToRemove: number): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (mtimeMs > newestToRemove) return false;
    await unlink(path);
    return true;
  } catch (error) {
    // Someone else has deleted it since it was listed.
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import { createKeyedMutex, type KeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { ContentStore, StoredContent } from '../../ports/content-store.ts';
import { readPart, readWhole } from './checked-read.ts';
import { type ContentLayout, contentLayout } from './content-layout.ts';
import { sweepContents } from './delete-unused.ts';
import { createDurableFolders, type EnsureFolders, syncFolder } from './durable-folders.ts';
import { writeContent } from './write-content.ts';

/** How long `stop` waits for running writes. An upload that never ends must not prevent the process from ending. */
const stopTimeoutMs = 5_000;

/**
 * Stores contents as files below `directory`, which is created if it is missing (folders 0700, files 0600). Deletes the
 * remains of unfinished writes, so only one process may use the folder at a time.
 */
export async function openContentStore(directory: string): Promise<ContentStore> {
  const layout = contentLayout(directory);
  await makeRoot(layout);
  await removeUnfinished(layout);
  const ensureFolders = createDurableFolders();
  const withLock = createKeyedMutex();
  const writing = new Set<Promise<unknown>>();
  return {
    async write(bytes) {
      const written = write(layout, bytes, (temporary, hash) =>
        moveIn(layout, ensureFolders, withLock, temporary, hash),
      );
      writing.add(written);
      return written.finally(() => writing.delete(written));
    },
    read: async (hash, range) => {
      const file = await openExisting(layout.file(hash));
      if (file === undefined) return undefined;
      return range === undefined ? readWhole(file, hash) : readPart(file, range);
    },
    has: (hash) => exists(layout.file(hash)),
    sweep: (inUse, graceMilliseconds) => sweepContents(layout, withLock, inUse, graceMilliseconds),
    async stop() {
      await Promise.race([Promise.allSettled(writing), pause(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

async function makeRoot(layout: ContentLayout): Promise<void> {
  await mkdir(layout.unfinished, { recursive: true, mode: 0o700 });
  await syncFolder(layout.root);
  await syncFolder(dirname(layout.root));
}

async function removeUnfinished(layout: ContentLayout): Promise<void> {
  for (const name of await readdir(layout.unfinished)) {
    await rm(join(layout.unfinished, name), { recursive: true, force: true });
  }
}

type MoveIn = (temporary: string, hash: ContentHash) => Promise<void>;

async function write(layout: ContentLayout, bytes: Readable, moveInto: MoveIn): Promise<StoredContent> {
  const temporary = join(layout.unfinished, randomUUID());
  try {
    const stored = await writeContent(bytes, temporary);
    await moveInto(temporary, stored.hash);
    return stored;
  } catch (error) {
    // The caller gets the first error. A file that cannot be removed now is removed at the next start.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Renames a complete file to its final name. An existing file with the same bytes is replaced: that resets its age for the
 * sweep, and repairs it if it was damaged.
 */
async function moveIn(
  layout: ContentLayout,
  ensureFolders: EnsureFolders,
  withLock: KeyedMutex,
  temporary: string,
  hash: ContentHash,
): Promise<void> {
  const file = layout.file(hash);
  try {
    await ensureFolders(layout.folders(hash));
    await withLock(hash, () => rename(temporary, file));
    await syncFolder(dirname(file));
  } catch (error) {
    throw storageFailure('The content could not be saved', error);
  }
}

async function openExisting(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

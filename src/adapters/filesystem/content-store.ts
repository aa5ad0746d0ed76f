import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { ContentStore, StoredContent } from '../../ports/content-store.ts';
import { readPart, readWhole } from './checked-read.ts';
import { type ContentLayout, contentLayout } from './content-layout.ts';
import { sweepContents } from './delete-unused.ts';
import { createDurableFolders, type EnsureFolders, syncFolder } from './durable-folders.ts';
import { createKeyedMutex, type KeyedMutex } from './keyed-mutex.ts';
import { writeContent } from './write-content.ts';

/** In milliseconds: a stream that does not end must not keep the process from ending. */
const stopWithin = 5_000;

/**
 * Keeps contents as files below `directory`, which is made where it is missing (folders 0700, files 0600). Removes
 * what unfinished writes have left there, so only one process may use the folder at a time.
 *
 * Whole files are checked against their digest while they are read: a damaged one fails with `DamagedRecord` before
 * its last bytes are given out.
 */
export async function openContentStore(directory: string): Promise<ContentStore> {
  const layout = contentLayout(directory);
  await makeRoot(layout);
  await removeUnfinished(layout);
  const ensureFolders = createDurableFolders();
  const inTurn = createKeyedMutex();
  const writing = new Set<Promise<unknown>>();
  return {
    async write(bytes) {
      const written = write(layout, bytes, (temporary, hash) => moveIn(layout, ensureFolders, inTurn, temporary, hash));
      writing.add(written);
      return written.finally(() => writing.delete(written));
    },
    read: async (hash, range) => {
      const file = await openExisting(layout.file(hash));
      if (file === undefined) return undefined;
      return range === undefined ? readWhole(file, hash) : readPart(file, range);
    },
    has: (hash) => exists(layout.file(hash)),
    sweep: (inUse, graceMilliseconds) => sweepContents(layout, inTurn, inUse, graceMilliseconds),
    async stop() {
      await Promise.race([Promise.allSettled(writing), pause(stopWithin, undefined, { ref: false })]);
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
    // The caller has to learn the first failure. A file that cannot be removed now goes when the store is next opened.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Gives a complete file its name. Where equal bytes are there already they are replaced all the same: that makes
 * the file young again for the sweep, and heals it where it was damaged.
 */
async function moveIn(
  layout: ContentLayout,
  ensureFolders: EnsureFolders,
  inTurn: KeyedMutex,
  temporary: string,
  hash: ContentHash,
): Promise<void> {
  const file = layout.file(hash);
  try {
    await ensureFolders(layout.folders(hash));
    await inTurn(hash, () => rename(temporary, file));
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

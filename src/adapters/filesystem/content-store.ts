import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { streamOf } from '../../base/byte-streams.ts';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import {
  type ContentStore,
  maxWholeBeginning,
  type StoredContent,
  type WrittenContent,
} from '../../ports/content-store.ts';
import { fileExists, syncFolder } from '../durable-files/durable-files.ts';
import { readPart, readWhole } from './checked-read.ts';
import { type ContentLayout, contentLayout } from './content-layout.ts';
import { sweepContents } from './delete-unused.ts';
import { createDurableFolders } from './durable-folders.ts';
import { joined, readBeginning } from './read-beginning.ts';
import { type ContentFiles, createSmallContents, maxSmallContent, type WriteSmallContent } from './small-contents.ts';
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
  const withLock = createKeyedMutex();
  const files: ContentFiles = { layout, ensureFolder: createDurableFolders(), withLock };
  const writeSmall = createSmallContents(files);
  const writing = new Set<Promise<unknown>>();
  return {
    async write(source) {
      const written = write(files, writeSmall, source);
      writing.add(written);
      return written.finally(() => writing.delete(written));
    },
    read: createContentReader(layout).read,
    has: (hash) => fileExists(layout.file(hash)),
    size: (hash) => sizeOf(layout.file(hash)),
    file: async (hash) => ({ path: layout.file(hash), release: async () => undefined }),
    location: layout.file,
    sweep: (inUse, graceMilliseconds) => sweepContents(layout, withLock, inUse, graceMilliseconds),
    async stop() {
      await Promise.race([Promise.allSettled(writing), pause(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

/** Reads the contents of a folder without changing it, as `ContentStore.read` does. */
export const createContentReader = (layout: ContentLayout): Pick<ContentStore, 'read'> => ({
  async read(hash, range) {
    const file = await openExisting(layout.file(hash));
    if (file === undefined) return undefined;
    try {
      return range === undefined ? readWhole(file, hash) : readPart(file, range);
    } catch (error) {
      await file.close();
      throw error;
    }
  },
});

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

async function write(
  files: ContentFiles,
  writeSmall: WriteSmallContent,
  source: Readable | Uint8Array,
): Promise<WrittenContent> {
  if (source instanceof Uint8Array && source.length <= maxSmallContent) {
    return { ...(await writeSmall(source)), beginning: beginningOf(source) };
  }
  const stream = source instanceof Uint8Array ? streamOf(source) : source;
  const { chunks, isWhole } = await readBeginning(stream, maxSmallContent);
  const beginning = joined(chunks);
  const stored = await (isWhole ? writeSmall(beginning) : writeLarge(files, beginning, stream));
  return { ...stored, beginning: beginningOf(beginning) };
}

/** A copy, so that the caller does not retain the memory of the content. */
function beginningOf(bytes: Uint8Array): Buffer {
  const part = bytes.length <= maxWholeBeginning ? bytes : bytes.subarray(0, signatureBytes);
  // Small buffers would otherwise share a larger piece of memory, and keep all of it.
  const copy = Buffer.allocUnsafeSlow(part.length);
  copy.set(part);
  return copy;
}

async function ensureWritable({ ensureFolder }: ContentFiles, folder: string): Promise<void> {
  try {
    await ensureFolder(folder);
  } catch (error) {
    throw storageFailure('The content could not be saved', error);
  }
}

async function writeLarge(files: ContentFiles, beginning: Uint8Array, rest: Readable): Promise<StoredContent> {
  const temporary = files.layout.newUnfinished();
  try {
    await ensureWritable(files, dirname(temporary));
    const stored = await writeContent(beginning, rest, temporary);
    await moveIn(files, temporary, stored.hash);
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
async function moveIn({ layout, ensureFolder, withLock }: ContentFiles, temporary: string, hash: ContentHash) {
  const file = layout.file(hash);
  try {
    await ensureFolder(layout.folder(hash));
    await withLock(hash, () => rename(temporary, file));
    await syncFolder(dirname(file));
  } catch (error) {
    throw storageFailure('The content could not be saved', error);
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
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

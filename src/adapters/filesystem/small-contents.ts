import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { KeyedMutex } from '../../base/scheduling/keyed-mutex.ts';
import type { StoredContent } from '../../ports/content-store.ts';
import { syncFolder } from '../durable-files/durable-files.ts';
import type { ContentLayout } from './content-layout.ts';
import type { EnsureFolder } from './durable-folders.ts';

/** Contents up to this size are written from memory, in bytes. */
export const maxSmallContent = 262_144;

/** The maximum number of contents in a group. */
const maxGroup = 512;

interface Waiting {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  readonly temporary: string;
  readonly resolve: (stored: StoredContent) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes a content from memory. Resolves when its bytes and its name are synced to disk. Rejects with `StorageFailed`. */
export type WriteSmallContent = (bytes: Uint8Array) => Promise<StoredContent>;

/** The files of a content store that the group writer works on. */
export interface ContentFiles {
  readonly layout: ContentLayout;
  readonly ensureFolder: EnsureFolder;
  readonly withLock: KeyedMutex;
}

/**
 * Writes contents in groups. What arrives while a group is written forms the next one. The steps are taken for a whole group at
 * a time, because a file system that was synced after many changes has little to do for the next sync.
 */
export function createSmallContents(files: ContentFiles): WriteSmallContent {
  let waiting: Waiting[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      await writeGroup(files, group);
    }
    running = false;
  };

  return (bytes) =>
    new Promise((resolve, reject) => {
      // The hex digest of SHA-256 has the form of a ContentHash.
      const hash = createHash('sha256').update(bytes).digest('hex') as ContentHash;
      waiting.push({ bytes, hash, temporary: files.layout.newUnfinished(), resolve, reject });
      if (!running) void run();
    });
}

async function writeGroup({ layout, ensureFolder, withLock }: ContentFiles, group: readonly Waiting[]): Promise<void> {
  const target = ({ hash }: Waiting): string => layout.file(hash);
  const synced = await inStep(group, async ({ temporary, bytes }) => {
    await ensureFolder(dirname(temporary));
    await writeSynced(temporary, bytes);
  });
  const placed = await inStep(synced, async (one) => {
    await ensureFolder(layout.folder(one.hash));
    await withLock(one.hash, () => rename(one.temporary, target(one)));
  });
  const syncs = new Map(placed.map((one) => [dirname(target(one)), syncFolder(dirname(target(one)))]));
  const durable = await inStep(placed, (one) => syncs.get(dirname(target(one))) ?? Promise.resolve());
  for (const { hash, bytes, resolve } of durable) resolve({ hash, size: bytes.length });
}

/** Takes one step for all. Rejects those for which it fails, removes their unfinished files, and returns the others. */
async function inStep(group: readonly Waiting[], step: (one: Waiting) => Promise<void>): Promise<readonly Waiting[]> {
  const results = await Promise.allSettled(group.map(step));
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const { temporary, reject } = group[at] as Waiting;
    // The caller gets the first error. A file that cannot be removed now is removed at the next start.
    await rm(temporary, { force: true }).catch(() => {});
    reject(storageFailure('The content could not be saved', result.reason));
  }
  return group.filter((_, at) => results[at]?.status === 'fulfilled');
}

// With `node:fs/promises`, each step takes a promise and each file a handle that V8 has to watch.
const writeWholeFile = promisify(writeFile);

const writeSynced = (path: string, bytes: Uint8Array): Promise<void> =>
  writeWholeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });

import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';

/**
 * Caches what was derived from contents in files `ab/<sha256 of the content>.<part>`. Each file begins with a digest of its
 * name and its bytes. Writes are not synced: what a power failure destroys is derived again.
 */
export interface ContentCache<Part extends string> {
  /** Creates the folder. `wasGone`: it did not exist. */
  prepare(): Promise<{ readonly wasGone: boolean }>;
  /** Undefined if the file is missing, is damaged, or has not `size` bytes. */
  read(hash: ContentHash, part: Part, size: number): Promise<Buffer | undefined>;
  /** Atomic for readers. The same part must not be written twice at a time. */
  write(hash: ContentHash, part: Part, bytes: Buffer): Promise<void>;
  remove(hash: ContentHash): Promise<void>;
  /** All contents that have a cached part, in no particular order. */
  hashes(): AsyncIterable<ContentHash>;
}

const digestSize = 32;

/** The digest covers the name, so that a file under a wrong name counts as damaged. */
const digestOf = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(bytes).digest();

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** `failing` begins the message if a file cannot be written. Creates nothing yet. */
export function createContentCache<Part extends string>(
  root: string,
  parts: readonly Part[],
  failing: string,
): ContentCache<Part> {
  const folderOf = (hash: ContentHash): string => join(root, hash.slice(0, 2));
  const nameOf = (hash: ContentHash, part: Part): string => `${hash}.${part}`;
  const fileOf = (hash: ContentHash, part: Part): string => join(folderOf(hash), nameOf(hash, part));

  return {
    async prepare() {
      return { wasGone: (await mkdir(root, { recursive: true, mode: 0o700 })) !== undefined };
    },
    async read(hash, part, size) {
      try {
        const file = await readFile(fileOf(hash, part));
        if (file.length !== digestSize + size) return undefined;
        const bytes = file.subarray(digestSize);
        return digestOf(nameOf(hash, part), bytes).equals(file.subarray(0, digestSize)) ? bytes : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(hash, part, bytes) {
      const unfinished = `${fileOf(hash, part)}.new`;
      try {
        await mkdir(folderOf(hash), { recursive: true, mode: 0o700 });
        await writeFile(unfinished, [digestOf(nameOf(hash, part), bytes), bytes], { mode: 0o600 });
        await rename(unfinished, fileOf(hash, part));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw storageFailure(failing, error);
      }
    },
    async remove(hash) {
      for (const part of parts) {
        await rm(fileOf(hash, part), { force: true });
        await rm(`${fileOf(hash, part)}.new`, { force: true });
      }
    },
    async *hashes() {
      for await (const folder of namesIn(root)) {
        for await (const name of namesIn(join(root, folder))) {
          // Unfinished files count, so that they can be removed.
          const hash = asContentHash(name.split('.')[0] ?? '');
          if (hash?.startsWith(folder) === true) yield hash;
        }
      }
    },
  };
}

import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';

/**
 * Keeps what was made of contents as files `ab/<sha256 of the content>.<part>`. Each begins with a digest of its name and
 * the rest. Nothing is synced: what a power cut takes is made anew.
 */
export interface ContentCache<Part extends string> {
  /** Makes its folder. Whether that was not there. */
  prepare(): Promise<{ readonly wasGone: boolean }>;
  /** Undefined where it is not there (any more), is damaged, or is not `size` bytes long. */
  read(hash: ContentHash, part: Part, size: number): Promise<Buffer | undefined>;
  /** Whoever reads at this moment sees all of it or nothing. No two write the same at once. */
  write(hash: ContentHash, part: Part, bytes: Buffer): Promise<void>;
  remove(hash: ContentHash): Promise<void>;
  /** All contents of which something is there, in no order. */
  hashes(): AsyncIterable<ContentHash>;
}

const digestSize = 32;

/** The name belongs to it: a file in the place of another one is damaged, too. */
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

/** `failing`: what is said where nothing can be written. Makes nothing yet. */
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
          // What was left unfinished counts, too.
          const hash = asContentHash(name.split('.')[0] ?? '');
          if (hash?.startsWith(folder) === true) yield hash;
        }
      }
    },
  };
}

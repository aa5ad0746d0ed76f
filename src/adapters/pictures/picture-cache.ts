import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../base/errors.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';
import { storageFailure } from '../../base/storage-failure.ts';
import type { KeptSize } from '../../domain/picture.ts';
import type { PictureCache } from '../../ports/pictures.ts';

const keptSizes: readonly KeptSize[] = ['standard', 'large'];

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Keeps pictures as files `ab/<sha256 of the content>.large`. Nothing is synced: what a power cut takes is made anew. */
export function createPictureCache(root: string): PictureCache {
  const folderOf = (hash: ContentHash): string => join(root, hash.slice(0, 2));
  const fileOf = (hash: ContentHash, which: KeptSize): string => join(folderOf(hash), `${hash}.${which}`);

  /** Whoever reads at this moment sees all of it or nothing. No two write the same at once. */
  const put = async (hash: ContentHash, which: KeptSize, bytes: Buffer): Promise<void> => {
    const unfinished = `${fileOf(hash, which)}.new`;
    await mkdir(folderOf(hash), { recursive: true, mode: 0o700 });
    try {
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, fileOf(hash, which));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw storageFailure('A picture could not be kept', error);
    }
  };

  return {
    async read(hash, which, size) {
      try {
        const bytes = await readFile(fileOf(hash, which));
        return bytes.length === size ? bytes : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(hash, bytes) {
      for (const which of keptSizes) await put(hash, which, bytes[which]);
    },
    async remove(hash) {
      for (const which of keptSizes) {
        await rm(fileOf(hash, which), { force: true });
        await rm(`${fileOf(hash, which)}.new`, { force: true });
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

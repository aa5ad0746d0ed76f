import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { asContentHash, type ContentHash } from '../../base/ids.ts';
import { createKeyedMutex } from '../../base/scheduling/keyed-mutex.ts';

const digestSize = 32;

/** The digest covers the name, so that a file under a wrong name counts as damaged. */
const digestOf = (name: string, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${name}\n`).update(bytes).digest();

const nameOf = (hash: ContentHash, part: string): string => `${hash}.${part}`;

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');

async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Caches data derived from contents, in files `ab/<sha256 of the content>.<part>`. Each file begins with a digest of its
 * name and its bytes. Writes are not synced: files destroyed by a power failure are derived again.
 */
export class ContentCache<Part extends string> {
  readonly #root: string;
  readonly #parts: readonly Part[];
  readonly #failing: string;
  /** Writes and removals of a content wait for each other: a removal would delete the unfinished file of a write. */
  readonly #exclusively = createKeyedMutex();

  /** `failing` begins the error message if a file cannot be written. Creates nothing yet. */
  constructor(root: string, parts: readonly Part[], failing: string) {
    this.#root = root;
    this.#parts = parts;
    this.#failing = failing;
  }

  /** Creates the folder. `wasGone`: it did not exist. */
  async prepare(): Promise<{ readonly wasGone: boolean }> {
    return { wasGone: (await mkdir(this.#root, { recursive: true, mode: 0o700 })) !== undefined };
  }

  /** Reads a cached part; undefined if its file is missing, damaged, or not `size` bytes long. */
  async read(hash: ContentHash, part: Part, size: number): Promise<Buffer | undefined> {
    try {
      const file = await readFile(this.#fileOf(hash, part));
      if (file.length !== digestSize + size) return undefined;
      const bytes = file.subarray(digestSize);
      return digestOf(nameOf(hash, part), bytes).equals(file.subarray(0, digestSize)) ? bytes : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Caches a part of a content. Readers never see an incomplete file. */
  write(hash: ContentHash, part: Part, bytes: Buffer): Promise<void> {
    return this.#exclusively(hash, () => this.#write(hash, part, bytes));
  }

  remove(hash: ContentHash): Promise<void> {
    return this.#exclusively(hash, () => this.#remove(hash));
  }

  /** All contents that have a cached part, in no particular order. */
  async *hashes(): AsyncGenerator<ContentHash> {
    for await (const folder of namesIn(this.#root)) {
      for await (const name of namesIn(join(this.#root, folder))) {
        // Unfinished files count, so that they can be removed.
        const hash = asContentHash(name.split('.')[0] ?? '');
        if (hash?.startsWith(folder) === true) yield hash;
      }
    }
  }

  async #write(hash: ContentHash, part: Part, bytes: Buffer): Promise<void> {
    const file = this.#fileOf(hash, part);
    const unfinished = `${file}.new`;
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(unfinished, [digestOf(nameOf(hash, part), bytes), bytes], { mode: 0o600 });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw storageFailure(this.#failing, error);
    }
  }

  async #remove(hash: ContentHash): Promise<void> {
    for (const part of this.#parts) {
      await rm(this.#fileOf(hash, part), { force: true });
      await rm(`${this.#fileOf(hash, part)}.new`, { force: true });
    }
  }

  #fileOf(hash: ContentHash, part: Part): string {
    return join(this.#root, hash.slice(0, 2), nameOf(hash, part));
  }
}

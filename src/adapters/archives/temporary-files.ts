import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The temporary files of archives, in a folder that only the account of the repository can read. */
export class TemporaryFiles {
  readonly #folder: string;
  /** Settles when the files of an earlier process are removed; undefined before the first use and after a failure. */
  #cleared: Promise<void> | undefined;

  /** Does not access the disk. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The path of a new empty file. */
  async create(): Promise<string> {
    this.#cleared ??= this.#clear();
    await this.#cleared;
    // Each time, because an operator may delete temporary files while the server runs.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${randomUUID()}.zip`);
    await (await open(path, 'wx', 0o600)).close();
    return path;
  }

  async #clear(): Promise<void> {
    try {
      await rm(this.#folder, { recursive: true, force: true });
    } catch (error) {
      // The cause may be temporary, so the next use tries again.
      this.#cleared = undefined;
      throw error;
    }
  }
}

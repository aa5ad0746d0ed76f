import type { ContentHash } from '../../base/ids.ts';
import type { BackupFolder } from '../../ports/backup-folder.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { problemOfContent } from '../verification/content-problem.ts';

/** Brings contents into a backup and counts them. */
export class CopiedContents {
  /** The contents that were copied. */
  copied = 0;
  /** The contents that are shared with the previous backup. */
  linked = 0;
  /** The total size of the copied contents. */
  bytes = 0;
  readonly #source: Pick<ContentStore, 'read'>;
  readonly #target: Pick<BackupFolder, 'content' | 'link'>;

  constructor(source: Pick<ContentStore, 'read'>, target: Pick<BackupFolder, 'content' | 'link'>) {
    this.#source = source;
    this.#target = target;
  }

  /**
   * Copies a content unless the backup has it. Resolves to whether the backup has it now: false if it is missing, damaged or
   * unreadable in the repository. Rejects with `StorageFailed` if the backup cannot be written.
   */
  async add(hash: ContentHash): Promise<boolean> {
    if (await this.#target.content.has(hash)) return true;
    if (await this.#target.link(hash)) {
      this.linked += 1;
      return true;
    }
    return this.#copy(hash);
  }

  async #copy(hash: ContentHash): Promise<boolean> {
    try {
      const bytes = await this.#source.read(hash);
      if (bytes === undefined) return false;
      // The digest is checked at the end of the stream, so a damaged content is not written.
      const { size } = await this.#target.content.write(bytes);
      this.copied += 1;
      this.bytes += size;
      return true;
    } catch (error) {
      // Throws if the error is not about this content.
      problemOfContent(error, 'A content could not be read');
      return false;
    }
  }
}

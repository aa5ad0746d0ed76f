import type { ContentHash } from '../../base/ids.ts';
import type { BackupFolder } from '../../ports/backup-folder.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { problemOfContent } from '../verification/content-problem.ts';

/**
 * What became of a content: the backup has it as the repository does (`intact`), the backup has it although it is missing or damaged in
 * the repository (`recovered`), or neither has it (`lost`).
 */
export type ContentOutcome = 'intact' | 'recovered' | 'lost';

type Source = Pick<ContentStore, 'read'>;

/** Brings contents into a backup and counts them. */
export class CopiedContents {
  /** The contents that were copied. */
  copied = 0;
  /** The contents that are shared with the previous backup. */
  linked = 0;
  /** The total size of the copied contents. */
  bytes = 0;
  readonly #repository: Source;
  readonly #target: BackupFolder;
  readonly #mayContinue: () => void;

  /** `mayContinue` is called before each content, and throws to stop. */
  constructor(repository: Source, target: BackupFolder, mayContinue: () => void) {
    this.#repository = repository;
    this.#target = target;
    this.#mayContinue = mayContinue;
  }

  /** Adds a content unless the backup has it. Rejects with `StorageFailed` if the backup cannot be written. */
  async add(hash: ContentHash): Promise<ContentOutcome> {
    this.#mayContinue();
    const presence = await this.#target.presence(hash);
    if (presence !== 'none') return presence === 'same' ? 'intact' : 'recovered';
    if (await this.#target.link(hash)) {
      this.linked += 1;
      return 'intact';
    }
    if (await this.#copy(hash, this.#repository)) return 'intact';
    const { previous } = this.#target;
    return previous !== undefined && (await this.#copy(hash, previous)) ? 'recovered' : 'lost';
  }

  /** Resolves to false if the content is missing, damaged or unreadable in the source. */
  async #copy(hash: ContentHash, source: Source): Promise<boolean> {
    try {
      const bytes = await source.read(hash);
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

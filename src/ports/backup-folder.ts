import type { ContentHash } from '../base/ids.ts';
import type { ContentStore } from './content-store.ts';
import type { Store } from './store.ts';

/** The metadata store of a backup, open for reading. */
export type CopiedStore = Pick<Store, 'nodes' | 'versions' | 'lastCommit' | 'close'>;

/**
 * A folder that receives a backup: a data directory of its own, which is complete once `complete` has resolved. Methods reject with
 * `RepositoryError('StorageFailed')` if the folder cannot be written. What was written stays, so that the backup can be continued.
 */
export interface BackupFolder {
  readonly content: Pick<ContentStore, 'has' | 'write'>;
  /**
   * Shares a content with the previous backup by a hard link. Resolves to false if there is no previous backup, if it does not have the
   * content or has it in another size, or if the file system allows no link.
   */
  link(hash: ContentHash): Promise<boolean>;
  /** Copies the metadata store as it is now, without blocking changes, and opens the copy. Replaces a copy that was made before. */
  copyStore(): Promise<CopiedStore>;
  /** Adds the configuration and marks the backup as complete. Close the copied store before. */
  complete(): Promise<void>;
}

/** Where a backup is made. Both are absolute paths. */
export interface BackupLocation {
  /** A new or empty folder, or an unfinished backup of this repository. */
  readonly folder: string;
  /** A complete backup to share contents with. */
  readonly previous?: string | undefined;
}

/**
 * Opens a folder for a backup and creates it if it is missing. Rejects with `Conflict` if it has other files in it, with
 * `BadRequest` if it overlaps with the data directory or `previous` is no backup, and with `StorageFailed` if it cannot be written.
 */
export type OpenBackupFolder = (location: BackupLocation) => Promise<BackupFolder>;

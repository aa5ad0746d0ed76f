import type { CommitNumber, ContentHash } from '../base/ids.ts';
import type { Timestamp } from '../base/timestamp.ts';
import type { ContentStore } from './content-store.ts';
import type { Store } from './store.ts';

/** The metadata store of a backup, open for reading. */
export interface CopiedStore {
  readonly store: Pick<Store, 'nodes' | 'versions' | 'lastCommit' | 'close'>;
  /** The number of damaged records. */
  readonly damagedRecords: number;
}

/** A complete backup. */
export interface CompletedBackup {
  /** The backup has exactly the changes up to this one. */
  readonly commit: CommitNumber;
  /** How many contents and records are missing, damaged or unreadable in the repository. */
  readonly problems: number;
  /** How many of them the backup lacks as well. It has the others from the previous backup. */
  readonly lost: number;
}

/**
 * Whether a backup has a content: `none`; `same`, in the size that it has in the repository; or `other`, because the repository has lost
 * it or has it in another size.
 */
export type Presence = 'none' | 'same' | 'other';

/**
 * A folder that receives a backup: a data directory of its own, which is complete once `complete` has resolved. Methods reject with
 * `RepositoryError('StorageFailed')` if the folder cannot be written. What was written stays, so that the backup can be continued.
 */
export interface BackupFolder {
  presence(hash: ContentHash): Promise<Presence>;
  /**
   * Shares a content with the previous backup by a hard link. Resolves to false if there is no previous backup, if it does not have the
   * content in the size that the repository has, or if the file system allows no link. The bytes are not compared.
   */
  link(hash: ContentHash): Promise<boolean>;
  readonly content: Pick<ContentStore, 'write'>;
  /** The contents of the previous backup, if there is one. */
  readonly previous: Pick<ContentStore, 'read'> | undefined;
  /**
   * Copies the metadata store as it is now, without blocking changes, and opens the copy. Replaces a copy that was made before. Rejects with
   * what `mayContinue` throws, which is called now and then.
   */
  copyStore(mayContinue: () => void): Promise<CopiedStore>;
  /** Adds the configuration, marks the backup as complete, and remembers it as the last one. Close the copied store before. */
  complete(backup: CompletedBackup): Promise<void>;
}

/** Where a backup is made. Both are absolute paths. */
export interface BackupLocation {
  /** A new or empty folder, or an unfinished backup of this repository. */
  readonly folder: string;
  /** A complete backup to share contents with. */
  readonly previous?: string | undefined;
}

/** What is remembered of the last complete backup. */
export interface LastBackup extends CompletedBackup {
  readonly folder: string;
  readonly at: Timestamp;
}

export interface BackupFolders {
  /**
   * Opens a folder for a backup and creates it if it is missing. Rejects with `Conflict` if it has other files in it, with
   * `BadRequest` if it is no place for a backup or `previous` is no backup, and with `StorageFailed` if it cannot be written.
   */
  open(location: BackupLocation): Promise<BackupFolder>;
  /** The last backup that was completed; undefined if there was none. */
  last(): Promise<LastBackup | undefined>;
}

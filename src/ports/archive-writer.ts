import type { Readable } from 'node:stream';
import type { ContentReference } from '../domain/nodes/records.ts';

/** A file in an archive. */
export type ArchiveFile = {
  /** Relative, with `/` between the folders. Unique in the archive, and safe to unpack. */
  readonly path: string;
  readonly modifiedAt: Date;
} & ({ readonly bytes: Uint8Array } | { readonly content: ContentReference });

export interface FinishedArchive {
  /** In bytes. */
  readonly size: number;
  read(): Readable;
  /** Removes the file. Does nothing if it was removed already. */
  remove(): Promise<void>;
}

/** A ZIP archive that is being written to a temporary file. A rejected call has removed the file, and all later calls reject. */
export interface Archive {
  /**
   * Resolves when the file was read. Callers wait for it before they add the next file, which keeps memory flat. Rejects with
   * `MissingContent` if the content of the file is missing or damaged, and with `RepositoryError('StorageFailed')` if the disk is full.
   */
  add(file: ArchiveFile): Promise<void>;
  /** Rejects like `add`. */
  finish(): Promise<FinishedArchive>;
  /** Removes the temporary file. Does nothing after `finish`. */
  abort(): Promise<void>;
}

/** Writes ZIP archives of any size in a worker thread. Contents of packed types are stored, all others are compressed. */
export interface ArchiveWriter {
  open(): Promise<Archive>;
  /** Aborts the archives that are being written, and accepts no more. */
  stop(): Promise<void>;
}

/** The content of a file is missing, or its bytes do not have their hash. */
export class MissingContent extends Error {
  override readonly name = 'MissingContent';
  /** In the archive. */
  readonly path: string;

  constructor(path: string, options?: ErrorOptions) {
    super(`The content of ${path} is missing or damaged.`, options);
    this.path = path;
  }
}

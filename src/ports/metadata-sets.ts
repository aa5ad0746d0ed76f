import type { MetadataCatalog } from '../domain/metadata/metadata-catalog.ts';
import type { MetadataCollection } from '../domain/metadata/metadata-set.ts';

/** A problem that an administrator should fix. */
export interface MetadataProblem {
  /** The file, with line and column if known. */
  readonly location: string;
  /** What is wrong, and what was expected. */
  readonly message: string;
  /** What applies until the problem is fixed. */
  readonly meanwhile: string;
}

/** Source texts in edu-repo's own format by ID, to preserve their comments. */
export interface ImportedTexts {
  readonly sets: ReadonlyMap<string, string>;
  readonly valueLists: ReadonlyMap<string, string>;
}

/** The sets and value lists to store, and what `change` resolves to. */
export interface MetadataUpdate<T> {
  readonly collection: MetadataCollection;
  readonly texts?: ImportedTexts;
  readonly result: T;
}

/** The storage of metadata sets and value lists. */
export interface MetadataSets {
  /** The active catalog. The first call reads it. Changes by other processes apply when `follow` notices them. */
  current(): Promise<MetadataCatalog>;
  /** The problems of the last read; empty if there are none, or nothing has been read yet. */
  problems(): readonly MetadataProblem[];
  /**
   * Reads the catalog again, passes it to `update`, and stores the sets and value lists that `update` returns. Others remain.
   * Changes are exclusive and atomic: when the promise resolves, all are active; when it rejects, none is. Rejects with the
   * error of `update`, with `Conflict` if it would overwrite an invalid file, or with `StorageFailed` if writing fails. If the
   * process is killed, each file is either old or new, and lists are written before the sets that refer to them. Comments in
   * `texts`, or else in the existing files, are preserved.
   */
  change<T>(update: (before: MetadataCatalog) => Promise<MetadataUpdate<T>>): Promise<T>;
  /** Reads everything, and from now on loads valid changes by other processes. */
  follow(): Promise<void>;
  /** Stops following changes. */
  stop(): Promise<void>;
}

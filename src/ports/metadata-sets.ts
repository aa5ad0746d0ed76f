import type { MetadataCatalog } from '../domain/metadata/metadata-catalog.ts';
import type { MetadataCollection } from '../domain/metadata/metadata-set.ts';

/** Something that an administrator should mend. */
export interface MetadataProblem {
  /** The file, with line and column where they are known. */
  readonly location: string;
  /** What is wrong, and what was expected. */
  readonly message: string;
  /** What holds meanwhile. */
  readonly meanwhile: string;
}

/** By id: the texts in our own form that sets and value lists were read from, for the comments in them. */
export interface ImportedTexts {
  readonly sets: ReadonlyMap<string, string>;
  readonly valueLists: ReadonlyMap<string, string>;
}

/** The home of metadata sets and value lists. */
export interface MetadataSets {
  /** What is in force. The first call reads it; what is written elsewhere counts as soon as `follow` noticed it. */
  current(): Promise<MetadataCatalog>;
  /** What is wrong with what was read last; empty where all is well, or nothing was read yet. */
  problems(): readonly MetadataProblem[];
  /**
   * Keeps the sets and value lists that `make` makes of what is in force, read anew, under their ids; those of other ids stay,
   * and no other change comes in between. All of them are in force when it resolves, or, where it rejects, none: with what
   * `make` rejects with, with `Conflict` where a file with a mistake in it would be written over, or with `StorageFailed` where they cannot be written. A process that is killed meanwhile leaves
   * each of them whole or as it was before, lists before the sets that refer to them. Comments in `texts`, else in what is there
   * already, are kept with what they are about.
   */
  change<T>(
    make: (before: MetadataCatalog) => Promise<{
      readonly collection: MetadataCollection;
      readonly texts?: ImportedTexts;
      readonly result: T;
    }>,
  ): Promise<T>;
  /** Reads all, and from now on takes in by itself what is changed from outside, as long as it can be read. */
  follow(): Promise<void>;
  /** Ends following. */
  stop(): Promise<void>;
}

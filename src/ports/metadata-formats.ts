import type { ImportFile } from '../domain/metadata-import/import-file.ts';
import type { ImportResult } from '../domain/metadata-import/import-result.ts';
import type { Notes } from '../domain/metadata-import/notes.ts';

/** What the readers of foreign formats need besides the files. */
export interface ForeignFormatOptions {
  readonly notes: Notes;
  /** The short form of a property name; undefined if the content model does not know the name. */
  readonly shortName: (name: string) => string | undefined;
  /** The ID for the set if the files hold a single one; undefined keeps the set's own ID. */
  readonly id: string | undefined;
  /** IDs of value lists that are in use. The reader adds the IDs that it assigns. */
  readonly takenIds: Set<string>;
}

/**
 * Reads metadata sets and vocabularies of other programs: XML of either form with bundles, value spaces and overrides, and
 * SKOS in Turtle. Skips files of our own form. Rejects with `BadRequest`, naming file and line, at the first file that it cannot read.
 */
export type ReadForeignFiles = (files: readonly ImportFile[], options: ForeignFormatOptions) => Promise<ImportResult>;

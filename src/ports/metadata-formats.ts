import type { ImportFile } from '../domain/metadata-import/import-file.ts';
import type { ImportResult } from '../domain/metadata-import/import-result.ts';
import type { Notes } from '../domain/metadata-import/notes.ts';

export interface ForeignFormatOptions {
  readonly notes: Notes;
  /** The short form of a property name; undefined if the content model does not define the name. */
  readonly shortName: (name: string) => string | undefined;
  /** The ID for the set if the files hold a single one; undefined keeps the set's own ID. */
  readonly id: string | undefined;
  /** IDs of existing value lists. The reader adds the IDs that it assigns. */
  readonly takenIds: Set<string>;
}

/**
 * Reads metadata sets and vocabularies of other programs: XML in its older and newer form (see `readMetadataSet`) with
 * bundles, value-space files and overrides, and SKOS in Turtle. Skips files in edu-repo's own format. Reads only the
 * files passed in. At the first one that it cannot read, rejects with `BadRequest`, which names the file and the line.
 */
export type ReadForeignFiles = (files: readonly ImportFile[], options: ForeignFormatOptions) => Promise<ImportResult>;

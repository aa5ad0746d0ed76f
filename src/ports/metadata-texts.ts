import type { MetadataCollection, MetadataSet } from '../domain/metadata/metadata-set.ts';
import type { ValueList } from '../domain/metadata/value-list.ts';

/** Sets and value lists, each with its source text. */
interface ReadCollection extends MetadataCollection {
  readonly texts: ReadonlyMap<MetadataSet | ValueList, string>;
}

/** Reads and writes metadata sets and value lists in edu-repo's own format, which is YAML and therefore also JSON. */
export interface MetadataTexts {
  /**
   * Reads a text with a set or a value list, or with several, separated by `---` lines. `ownId` is the default ID. Rejects with
   * `BadRequest` if any part is invalid; the error lists all mistakes with their locations.
   */
  read(text: string, file: string, ownId: string): Promise<ReadCollection>;
  /**
   * Writes sets, then lists, in chunks. `read` returns the same collection again. A single set or list is written without
   * separator, as in its file. Throws `BadRequest` if a part cannot be written.
   */
  write(collection: MetadataCollection): AsyncIterable<string>;
}

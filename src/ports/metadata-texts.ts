import type { MetadataCollection, MetadataSet } from '../domain/metadata/metadata-set.ts';
import type { ValueList } from '../domain/metadata/value-list.ts';

/** Sets and value lists, each with the text that it was read from. */
export interface ReadCollection extends MetadataCollection {
  readonly texts: ReadonlyMap<MetadataSet | ValueList, string>;
}

/** Metadata sets and value lists in our own form (YAML, of which JSON is a part), as files hold them. */
export interface MetadataTexts {
  /**
   * Reads all that a text holds: a set or a value list, or several with lines of `---` between them. What has no id gets
   * `ownId`. Rejects with `BadRequest` and all mistakes, with their places, where any of it cannot be read.
   */
  read(text: string, file: string, ownId: string): Promise<ReadCollection>;
  /**
   * Writes sets, then lists, in pieces; `read` gives the same collection again. One alone is written as its file is.
   * Throws `BadRequest` where something in it cannot be written.
   */
  write(collection: MetadataCollection): AsyncIterable<string>;
}
